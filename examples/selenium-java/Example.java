// Selenium for Java drives Firefox and a virtual phone through hansom, unchanged.
//
//     HANSOM=/path/to/hansom HANSOM_URL=http://127.0.0.1:4444 java -cp selenium-server-4.48.0.jar Example.java
import java.io.File;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.MutableCapabilities;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.firefox.FirefoxDriver;
import org.openqa.selenium.firefox.FirefoxOptions;
import org.openqa.selenium.firefox.GeckoDriverService;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

class Example {
    static final String PAGE = "data:text/html,<title>Counter</title><body style='margin:0;height:3000px'>"
        + "<button id=more onclick='count.textContent++'>more</button> <b id=count>0</b> <input id=name>";

    public static void main(String[] arguments) throws Exception {
        var options = new FirefoxOptions().addArguments("-headless");

        System.out.println("as a driver executable");
        var program = new File(System.getenv("HANSOM"));
        var service = new GeckoDriverService.Builder().usingDriverExecutable(program).build();
        var local = new FirefoxDriver(service, options);
        try {
            tour(local);
            var png = local.getFullPageScreenshotAs(OutputType.BYTES);
            is(3000, ByteBuffer.wrap(png).getInt(20));
            System.out.println("full page");
        } finally {
            local.quit();
        }

        var server = new URI(System.getenv("HANSOM_URL")).toURL();
        System.out.println("as a server");
        var remote = new RemoteWebDriver(server, options);
        try {
            tour(remote);
        } finally {
            remote.quit();
        }

        System.out.println("a virtual phone");
        var wanted = new MutableCapabilities(Map.of(
            "platformName", "iOS", "appium:automationName", "Virtual", "appium:bundleId", "hansom.playground"));
        var phone = new RemoteWebDriver(server, wanted);
        try {
            var wait = new WebDriverWait(phone, Duration.ofSeconds(10));
            wait.until(found -> found.findElement(By.xpath("//*[@name='menu-form']"))).click();
            wait.until(found -> found.findElement(By.xpath("//*[@name='form-name']"))).sendKeys("Ada");
            is("Ada", phone.findElement(By.xpath("//*[@name='form-name']")).getText());
            phone.executeScript("mobile: lock");
            is(true, phone.executeScript("mobile: isLocked"));
            phone.executeScript("mobile: unlock");
            is(false, phone.executeScript("mobile: isLocked"));
            System.out.println("form and lock");
        } finally {
            phone.quit();
        }
    }

    static void tour(WebDriver driver) {
        driver.get(PAGE);
        new WebDriverWait(driver, Duration.ofSeconds(5)).until(ExpectedConditions.titleIs("Counter"));
        var more = driver.findElement(By.id("more"));
        more.click();
        new Actions(driver).doubleClick(more).perform();
        is("3", driver.findElement(By.id("count")).getText());
        var name = driver.findElement(By.id("name"));
        name.sendKeys("ada", Keys.HOME, Keys.DELETE, "A");
        is("Ada", name.getDomProperty("value"));
        System.out.println("clicks and keys");
    }

    static void is(Object wanted, Object found) {
        if (!wanted.equals(found)) throw new AssertionError("wanted " + wanted + ", found " + found);
    }
}
