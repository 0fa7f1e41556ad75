"""facebook-wda, a client of WebDriverAgent, drives a virtual phone, unchanged.

    HANSOM_URL=http://127.0.0.1:8100 python example.py
"""

import io
import os
import time

import wda
from PIL import Image

# An app that comes with the phone: each screen shows what the app observed, by accessibility id.
APP = "hansom.playground"
TODO = "com.example.todo"  # installed and launched with the agent


def main():
    agent = wda.Client(os.environ["HANSOM_URL"])
    check("ready", agent.wait_ready(timeout=60, noprint=True), True)
    check("status", agent.status()["os"]["name"], "iOS")
    todo(agent)
    phone = agent.session(APP, arguments=["-flag"], environment={"STAGE": "test"})
    check("app", phone.bundle_id, APP)
    phone.implicitly_wait(20)
    for part in (strategies, text, gestures, alerts, clipboard, screen, lock, home, apps):
        part(phone)
    phone.close()


def todo(agent):
    """Without a session of its own: the app that the agent was started with."""
    wait(lambda: agent.app_current()["bundleId"] == TODO, "the app is in front")
    agent(name="new-task").get(timeout=20).set_text("Call a cab")
    agent(name="add").get().tap()
    wait(lambda: agent(name="left").get().text == "1 left", "the task is there")


def strategies(phone):
    wanted = phone(name="menu-form").get().id
    for words in (
        {"id": "menu-form"},
        {"predicate": "name == 'menu-form'"},
        {"xpath": "//Link[@name='menu-form']"},
        {"classChain": "**/Link[`name == 'menu-form'`]"},
        {"className": "Link", "name": "menu-form"},
        {"nameContains": "nu-form"},
        {"nameMatches": "menu-f.rm"},
    ):
        check(f"by {'+'.join(words)}", phone(**words).get().id, wanted)
    button = phone(name="menu-form").get()
    check("type", button.className, "XCUIElementTypeLink")
    check("enabled", (button.enabled, button.displayed, button.accessible), (True, True, True))
    check("nobody", phone(name="nobody").exists, False)


def text(phone):
    open_screen(phone, "form")
    field = phone(name="form-name").get()
    field.set_text("Ada")
    check("value", field.value, "Ada")
    field.clear_text()
    field.tap()
    phone.send_keys("Grace")
    phone(name="form-submit").get().tap()
    saw(phone, "submitted-name", "Grace")


def gestures(phone):
    open_screen(phone, "touch")
    pad = phone(name="touch-pad").get()
    x, y = pad.bounds.center
    phone.tap(x, y)
    saw(phone, "last-gesture", "tap")
    phone.double_tap(x, y)
    saw(phone, "double-tap-count", "1")
    phone.tap_hold(x, y, 1)
    saw(phone, "long-press-count", "1")
    phone.swipe(x + 60, y, x - 60, y, 0)
    saw(phone, "swipe-direction", "left")
    pad.pinch(2, 2)
    saw(phone, "last-gesture", "pinch")


def alerts(phone):
    open_screen(phone, "alerts")
    check("no alert", phone.alert.exists, False)
    phone(name="confirm-button").get().tap()
    check("alert", phone.alert.wait(20), True)
    check("buttons", phone.alert.buttons(), ["Cancel", "OK"])
    phone.alert.click("OK")
    saw(phone, "confirm-result", "true")
    phone(name="prompt-button").get().tap()
    phone.alert.wait(20)
    phone.alert.set_text("Ada")
    phone.alert.accept()
    saw(phone, "prompt-result", "Ada")


def clipboard(phone):
    open_screen(phone, "clipboard")
    phone.set_clipboard("from the test")
    phone(name="paste-button").get().tap()
    saw(phone, "clipboard-pasted", "from the test")


def screen(phone):
    open_screen(phone, "display")
    size, scale = phone.window_size(), phone.scale
    picture = Image.open(io.BytesIO(phone.screenshot(format="raw")))
    check("picture", picture.size, (size.width * scale, size.height * scale))
    for name, turned in (("LANDSCAPE", "90"), ("PORTRAIT", "0")):
        phone.orientation = name
        check("orientation", phone.orientation, name)
        saw(phone, "window-orientation", turned)
    check("source", "window-orientation" in phone.source(), True)
    check("tree", phone.source("json")["type"], "Application")
    check("readable", phone.source(accessible=True)["type"], "Application")


def lock(phone):
    phone.lock()
    check("locked", phone.locked(), True)
    phone.unlock()
    check("locked", phone.locked(), False)


def home(phone):
    phone.home()
    check("in front", phone.app_current()["bundleId"], "com.apple.springboard")
    phone.app_activate(APP)
    phone.press("home")
    check("in front", phone.app_current()["bundleId"], "com.apple.springboard")


def apps(phone):
    phone.app_launch(TODO)
    check("state", phone.app_state(TODO).value, 4)
    phone(name="new-task").get()
    phone.deactivate(1)
    check("in front", phone.app_current()["bundleId"], TODO)
    phone.app_terminate(TODO)
    check("state", phone.app_state(TODO).value, 1)
    check("battery", phone.battery_info()["level"] > 0, True)
    check("simulator", phone.device_info()["isSimulator"], True)


def open_screen(phone, name):
    """A screen of the app, from its menu."""
    top = phone(predicate="name IN {'menu-title', 'back'}").get()
    if phone(name="back").exists:
        top.tap()
    phone(name=f"menu-{name}").get().tap()


def saw(phone, fact, wanted):
    """Waits until the app has seen it."""
    wait(lambda: phone(name=fact).get().text == wanted, f"{fact} is {wanted}")


def wait(condition, what):
    """Looks again until it is so; each look is a question to the agent."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            if condition():
                print(what, flush=True)
                return
        except wda.WDAStaleElementReferenceError:
            pass  # the app drew its screen anew between the find and the look
    raise AssertionError(f"not within 30 s: {what}")


def check(what, got, wanted):
    print(f"{what:20}", got, flush=True)
    assert got == wanted, f"{what}: got {got!r}, wanted {wanted!r}"


if __name__ == "__main__":
    main()
