"""Selenium drives Firefox through hansom, unchanged: as its driver executable, and as a server.

    HANSOM=/path/to/hansom HANSOM_URL=http://127.0.0.1:4444 python example.py
"""

import functools
import http.server
import os
import pathlib
import struct
import tempfile
import threading
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
"""

# An extension that marks every page it sees.
ADDON = {
    "manifest.json": """{
        "manifest_version": 2, "name": "Mark", "version": "1.0",
        "browser_specific_settings": {"gecko": {"id": "mark@example.invalid"}},
        "content_scripts": [{"matches": ["<all_urls>"], "js": ["mark.js"], "run_at": "document_start"}]
    }""",
    "mark.js": "document.documentElement.dataset.mark = 'seen';",
}


class RemoteFirefox(webdriver.Remote):
    """A remote driver with the methods that Selenium has for a local Firefox only."""

    context = webdriver.Firefox.context
    set_context = webdriver.Firefox.set_context
    install_addon = webdriver.Firefox.install_addon
    uninstall_addon = webdriver.Firefox.uninstall_addon
    get_full_page_screenshot_as_png = webdriver.Firefox.get_full_page_screenshot_as_png
    get_full_page_screenshot_as_base64 = webdriver.Firefox.get_full_page_screenshot_as_base64


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "page.html").write_text(PAGE)
        page = serve(folder) + "/page.html"
        addon = folder / "addon.xpi"
        with zipfile.ZipFile(addon, "w") as archive:
            for file, text in ADDON.items():
                archive.writestr(file, text)

        print("as a driver executable")
        service = Service(executable_path=os.environ["HANSOM"])
        driver = webdriver.Firefox(service=service, options=headless())
        try:
            tour(driver, page, addon)
        finally:
            driver.quit()
        check("server ended", service.process.poll() is not None, True)

        print("as a server")
        options = headless()
        options.enable_bidi = True
        driver = RemoteFirefox(os.environ["HANSOM_URL"], options=options)
        try:
            tour(driver, page, addon)
            console(driver)
        finally:
            driver.quit()


def serve(folder):
    """Pages over HTTP: extensions do not see files."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def headless():
    options = Options()
    options.add_argument("-headless")
    return options


def tour(driver, page, addon):
    driver.get(page)
    check("title", driver.title, "Counter")
    for _ in range(3):
        driver.find_element(By.ID, "more").click()
    WebDriverWait(driver, 5).until(condition.text_to_be_present_in_element((By.ID, "count"), "3"))
    check("script", driver.execute_script("return 6 * arguments[0]", 7), 42)

    # The chrome context is the browser's own: a preference set there changes what pages see.
    dark = "return matchMedia('(prefers-color-scheme: dark)').matches"
    check("light", driver.execute_script(dark), False)
    with driver.context("chrome"):
        driver.execute_script("Services.prefs.setIntPref('ui.systemUsesDarkTheme', 1)")
    WebDriverWait(driver, 5).until(lambda driver: driver.execute_script(dark))
    check("content", driver.execute_script("return typeof Services"), "undefined")

    # An addon, from a file that Selenium sends: the pages are marked as long as it is there.
    mark = "return document.documentElement.dataset.mark"
    addon_id = driver.install_addon(str(addon), temporary=True)
    check("addon", addon_id, "mark@example.invalid")
    driver.refresh()
    check("marked", driver.execute_script(mark), "seen")
    driver.uninstall_addon(addon_id)
    driver.refresh()
    check("not marked", driver.execute_script(mark), None)

    # The whole page, not only what is visible.
    check("full page", height(driver.get_full_page_screenshot_as_png()), 3000)
    check("viewport", height(driver.get_screenshot_as_png()) < 3000, True)

    # A file for an input.
    driver.find_element(By.ID, "file").send_keys(str(addon))
    name = "return document.querySelector('#file').files[0].name"
    check("file", driver.execute_script(name), "addon.xpi")


def console(driver):
    """What pages write to the console arrives over BiDi, which goes through the same port."""
    lines = []
    driver.script.add_console_message_handler(lambda entry: lines.append(entry.text))
    driver.execute_script("console.warn('hello from the page')")
    WebDriverWait(driver, 5).until(lambda _: lines)
    check("console", lines, ["hello from the page"])


def height(png):
    return struct.unpack(">I", png[20:24])[0]


def check(what, got, wanted):
    print(f"{what:14}", got, flush=True)
    assert got == wanted, f"{what}: got {got!r}, wanted {wanted!r}"


if __name__ == "__main__":
    main()
