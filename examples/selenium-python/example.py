"""Selenium drives Firefox through hansom, unchanged: hansom is its driver executable.

    HANSOM=/path/to/hansom python example.py
"""

import os
import pathlib
import struct
import sys
import tempfile
import zipfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.firefox.options import Options
from selenium.webdriver.firefox.service import Service
from selenium.webdriver.support import expected_conditions as condition
from selenium.webdriver.support.wait import WebDriverWait

PAGE = """
<!doctype html><title>Counter</title>
<style>body { margin: 0; height: 3000px }</style>
<button id=more onclick="this.nextElementSibling.textContent++">more</button> <b id=count>0</b>
<input id=file type=file>
<script>console.warn("hello from the page")</script>
"""

MANIFEST = """{
  "manifest_version": 2, "name": "Example", "version": "1.0",
  "browser_specific_settings": {"gecko": {"id": "example@example.invalid"}}
}"""


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    page = folder / "page.html"
    page.write_text(PAGE)
    addon = folder / "addon.xpi"
    with zipfile.ZipFile(addon, "w") as archive:
        archive.writestr("manifest.json", MANIFEST)

    options = Options()
    options.add_argument("-headless")
    service = Service(executable_path=os.environ["HANSOM"])
    driver = webdriver.Firefox(service=service, options=options)
    try:
        show("started", driver.capabilities["browserName"], driver.capabilities["browserVersion"])

        driver.get(page.as_uri())
        check("title", driver.title, "Counter")

        for _ in range(3):
            driver.find_element(By.ID, "more").click()
        WebDriverWait(driver, 5).until(condition.text_to_be_present_in_element((By.ID, "count"), "3"))
        check("clicks", driver.find_element(By.ID, "count").text, "3")

        check("script", driver.execute_script("return 6 * arguments[0]", 7), 42)
        check("timeouts", driver.timeouts.page_load, 300)

        # The chrome context: the browser's own window and its preferences.
        with driver.context(driver.CONTEXT_CHROME):
            check("chrome", driver.execute_script("return Services.appinfo.name"), "Firefox")
        check("content", driver.execute_script("return typeof Services"), "undefined")

        # Addons, from a file that Selenium sends as base64.
        addon_id = driver.install_addon(str(addon), temporary=True)
        check("addon", addon_id, "example@example.invalid")
        driver.uninstall_addon(addon_id)

        # The whole page, not just what is visible.
        width, height = size(driver.get_full_page_screenshot_as_png())
        check("full page", height, 3000)
        check("viewport", size(driver.get_screenshot_as_png())[1] < 3000, True)

        # A file for an input, and what the page wrote to the console.
        driver.find_element(By.ID, "file").send_keys(str(addon))
        name = driver.execute_script("return document.querySelector('#file').files[0].name")
        check("file", name, "addon.xpi")
        check("windows", len(driver.window_handles), 1)
    finally:
        driver.quit()
    check("server ended", service.process.poll() is not None, True)
    show("done")


def size(png):
    return struct.unpack(">II", png[16:24])


def show(what, *values):
    print(f"{what:12}", *values, flush=True)


def check(what, got, wanted):
    show(what, got)
    if got != wanted:
        sys.exit(f"{what}: got {got!r}, wanted {wanted!r}")


if __name__ == "__main__":
    main()
