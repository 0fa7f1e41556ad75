"""Appium's Python client uses a virtual phone, unchanged. After each command the app says what it saw.

    HANSOM_URL=http://127.0.0.1:4444 python example.py
"""

import base64
import json
import os
import pathlib
import subprocess
import tempfile

from appium import webdriver
from appium.options.ios import XCUITestOptions
from appium.webdriver.applicationstate import ApplicationState
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.support import expected_conditions as condition
from selenium.webdriver.support.wait import WebDriverWait

# An app that comes with the phone: each screen shows what the app observed, by accessibility id.
APP = "hansom.playground"
TODO = pathlib.Path(__file__).parent.parent / "pwa"


def main():
    options = XCUITestOptions()
    options.automation_name = "Virtual"  # the virtual phone; XCUITest would be an Apple device
    options.bundle_id = APP
    driver = webdriver.Remote(os.environ["HANSOM_URL"], options=options)
    try:
        phone = Phone(driver)
        for part in (clipboard, location, lock, background, biometrics, gestures, alerts):
            part(driver, phone)
        for part in (strings, apps, web, film):
            part(driver, phone)
    finally:
        driver.quit()


class Phone:
    """Finds controls and reads what the app saw."""

    def __init__(self, driver):
        self.driver = driver
        driver.implicitly_wait(10)

    def find(self, name):
        return self.driver.find_element(AppiumBy.ACCESSIBILITY_ID, name)

    def tap(self, name):
        self.find(name).click()

    def open(self, screen):
        """A screen of the app, from its menu."""
        self.driver.activate_app(APP)
        top = self.driver.find_element(AppiumBy.IOS_PREDICATE, "name IN {'menu-title', 'back'}")
        if top.get_attribute("name") == "back":
            top.click()
        self.tap(f"menu-{screen}")

    def alert(self):
        return WebDriverWait(self.driver, 20).until(condition.alert_is_present())

    def saw(self, fact, wanted):
        """Waits until the app has seen it."""
        # The app may draw its screen anew between the find and the look.
        shown = WebDriverWait(self.driver, 20, ignored_exceptions=[StaleElementReferenceException])
        shown.until(lambda _: self.find(fact).text == wanted, f"{fact} should be {wanted!r}")
        print(f"{fact:20}", wanted, flush=True)


def clipboard(driver, phone):
    phone.open("clipboard")
    driver.set_clipboard_text("from the test")
    phone.tap("paste-button")
    phone.saw("clipboard-pasted", "from the test")
    phone.find("clipboard-text").clear().send_keys("from the app")
    phone.tap("copy-button")
    phone.saw("clipboard-copied", "from the app")
    check("clipboard", driver.get_clipboard_text(), "from the app")


def location(driver, phone):
    phone.open("location")
    driver.set_location(48.137, 11.575, 519)
    phone.tap("watch-button")
    phone.alert().accept()  # may the app know the position?
    phone.saw("position-latitude", "48.137")
    driver.set_location(52.52, 13.405)
    phone.saw("position-longitude", "13.405")
    check("location", driver.location["latitude"], 52.52)


def lock(driver, phone):
    phone.open("visibility")
    phone.tap("visibility-clear")
    driver.lock()
    check("locked", driver.is_locked(), True)
    driver.unlock()
    check("locked", driver.is_locked(), False)
    phone.saw("hidden-count", "1")


def background(driver, phone):
    phone.open("visibility")
    phone.tap("visibility-clear")
    driver.background_app(1)
    phone.saw("hidden-count", "1")
    phone.saw("visibility-state", "visible")
    driver.background_app(-1)
    check("state", driver.query_app_state(APP), ApplicationState.RUNNING_IN_BACKGROUND)
    driver.activate_app(APP)
    check("state", driver.query_app_state(APP), ApplicationState.RUNNING_IN_FOREGROUND)
    phone.saw("hidden-count", "2")


def biometrics(driver, phone):
    phone.open("biometrics")
    driver.toggle_touch_id_enrollment()
    for button, match, state in (
        ("register-button", True, "registered"),
        ("login-button", False, "failed"),
        ("login-button", True, "signed in"),
    ):
        phone.tap(button)
        phone.saw("biometric-state", "waiting")
        driver.touch_id(match)
        phone.saw("biometric-state", state)


def gestures(driver, phone):
    phone.open("touch")
    pad = phone.find("touch-pad")
    rect = pad.rect
    x, y = int(rect["x"] + rect["width"] / 2), int(rect["y"] + rect["height"] / 2)
    driver.tap([(x, y)])
    phone.saw("last-gesture", "tap")
    driver.swipe(x + 60, y, x - 60, y, 200)
    phone.saw("swipe-direction", "left")
    driver.execute_script("mobile: pinch", {"elementId": pad.id, "scale": 2, "velocity": 2})
    phone.saw("last-gesture", "pinch")
    phone.open("motion")
    driver.shake()
    phone.saw("shake-count", "1")
    phone.open("display")
    driver.orientation = "LANDSCAPE"
    phone.saw("window-orientation", "90")
    driver.orientation = "PORTRAIT"
    phone.saw("window-orientation", "0")


def alerts(driver, phone):
    phone.open("alerts")
    phone.tap("prompt-button")
    alert = phone.alert()
    alert.send_keys("Ada")
    alert.accept()
    phone.saw("prompt-result", "Ada")


def strings(driver, _):
    check("English", driver.app_strings()["back"], "Back")
    check("German", driver.app_strings("de")["back"], "Zurück")


def apps(driver, phone):
    todo = "com.example.todo"
    driver.install_app(str(TODO.resolve()))
    check("installed", driver.is_app_installed(todo), True)
    check("state", driver.query_app_state(todo), ApplicationState.NOT_RUNNING)
    driver.activate_app(todo)
    check("state", driver.query_app_state(todo), ApplicationState.RUNNING_IN_FOREGROUND)
    phone.find("new-task").send_keys("Call a cab")
    phone.tap("add")
    phone.saw("left", "1 left")
    check("ended", driver.terminate_app(todo), True)
    driver.remove_app(todo)
    check("state", driver.query_app_state(todo), ApplicationState.NOT_INSTALLED)


def web(driver, phone):
    phone.open("form")
    driver.switch_to.context(driver.contexts[-1])
    driver.find_element(AppiumBy.CSS_SELECTOR, "#form-name").send_keys("Grace")
    driver.switch_to.context("NATIVE_APP")
    phone.tap("form-submit")
    phone.saw("submitted-name", "Grace")


def film(driver, phone):
    driver.start_recording_screen(videoFps=10)
    phone.open("list")
    driver.execute_script("mobile: swipe", {"direction": "up"})
    mp4 = base64.b64decode(driver.stop_recording_screen())
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "phone.mp4"
        file.write_bytes(mp4)
        probe = ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", file]
        stream = json.loads(subprocess.check_output(probe))["streams"][0]
    check("codec", stream["codec_name"], "h264")
    check("moving", int(stream["nb_read_frames"]) > 3, True)


def check(what, got, wanted):
    print(f"{what:20}", got, flush=True)
    assert got == wanted, f"{what}: got {got!r}, wanted {wanted!r}"


if __name__ == "__main__":
    main()
