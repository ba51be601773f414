#!/usr/bin/python3
"""The administrator's screens in a real browser: admin_test.py FOLDER writes screenshots there.

Needs the environment of `bridge/tests/site up` and rows of rig/seed.php; uses Debian's chromium, chromium-driver and
python3-selenium. Every step asserts what a person would see; the console must stay free of errors.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

from selenium.webdriver.support.ui import Select

from steering import HOME, log_in, php, run, sql

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = sys.argv[1]


def dashboard(browser):
    browser.open()
    assert "Getting started" in browser.text(), browser.text()
    assert browser.find(".pushbridge-start [aria-current=step] strong").text == "Confirm the daemon's public key"
    chart = browser.find(".pushbridge-chart svg")
    assert chart.get_attribute("role") == "img" and browser.all(".pushbridge-bar-delivered"), "no bars"
    assert len(browser.all("#pushbridge-chart-table tbody tr")) == 24
    browser.find("#pushbridge-chart-table summary").click()
    assert browser.find("#pushbridge-chart-table table").is_displayed()
    browser.shot("dashboard")
    # It renews itself, and what was opened stays open.
    sql("UPDATE wp_pushbridge_workers SET host = 'web-renewed'")
    browser.driver.execute_script("document.activeElement.blur()")
    browser.wait_text("web-renewed")
    assert browser.find("#pushbridge-chart-table table").is_displayed(), "closed by the renewal"


def actions(browser):
    browser.open("actions")
    rows = browser.all("#the-list tr")
    assert len(rows) == 20, len(rows)
    assert "Your order" in browser.text("#the-list") and "person" in browser.text("#the-list .column-user_id")
    browser.shot("actions")
    browser.find("#pushbridge-actions-search-input").send_keys("person25")
    browser.press("Search by user")
    browser.wait("one row", lambda: len(browser.all("#the-list tr")) == 1)
    assert "<script>alert(1)</script>" in browser.text("#the-list"), "shown as text"
    assert "_wp_http_referer" not in browser.driver.current_url, browser.driver.current_url
    browser.open("actions", "&state=failed")
    assert {cell.text for cell in browser.all("#the-list .column-state .pushbridge-badge")} == {"Failed"}


def dead_letter(browser):
    browser.open("deliveries", "&status=exhausted")
    before = len(browser.all("#the-list tr"))
    assert before > 1
    browser.shot("dead-letters")
    browser.find("#the-list .column-action_id .row-title").click()
    browser.wait_text("What will happen next")
    assert "Apple's server was not available." in browser.text()
    browser.shot("action")
    browser.press("Send again what was not delivered")
    browser.wait_text("1 notification is sent again.")
    number = browser.driver.current_url.split("id=")[1].split("&")[0]
    assert sql("SELECT state FROM wp_pushbridge_actions WHERE id = " + number) == "sending"
    assert sql("SELECT status FROM wp_pushbridge_deliveries WHERE action_id = " + number) == "retry"
    browser.open("deliveries", "&status=exhausted")
    assert len(browser.all("#the-list tr")) == before - 1
    # Many at once, by the boxes.
    browser.find("#cb-select-all-1").click()
    Select(browser.find("#bulk-action-selector-top")).select_by_value("retry")
    browser.find("#doaction").click()
    browser.wait_text("notifications are sent again.")
    assert sql("SELECT COUNT(*) FROM wp_pushbridge_deliveries WHERE status = 'exhausted'") == "0"


def clean_tokens(browser):
    tokens = "SELECT COUNT(*) FROM wp_usermeta WHERE meta_key = 'mam_ios_device_token'"
    before = int(sql(tokens))
    browser.open("tokens")
    browser.press("Check all tokens")
    browser.wait("the bar or the result", lambda: browser.all("#pushbridge-progress, .pushbridge-result"))
    browser.wait_text("tokens could be removed. Nothing has been changed.", ".pushbridge-result")
    assert int(sql(tokens)) == before
    browser.shot("tokens-audit")
    browser.press("Dry run with the ticked reasons")
    browser.wait_text("Dry run:", ".pushbridge-result")
    assert int(sql(tokens)) == before
    assert browser.all("#pushbridge-cleanup details[open] tbody tr")
    browser.shot("tokens-dry-run")
    browser.press("Remove the ticked tokens")
    browser.wait_text("tokens were removed.", ".pushbridge-result")
    gone = before - int(sql(tokens))
    assert gone > 0 and str(gone) + " tokens were removed." in browser.text()
    browser.shot("tokens-removed")
    # One, from the list.
    link = browser.find("#the-list .row-actions .undo a")
    browser.driver.get(link.get_attribute("href"))
    browser.wait_text("1 device token was put back.")
    assert int(sql(tokens)) == before - gone + 1
    browser.press("Undo this cleanup")
    browser.wait_text("put back", ".pushbridge-result")
    assert int(sql(tokens)) == before, (sql(tokens), before)


def progress_survives_a_reload(browser):
    """A check of many rows, reloaded in between: the bar goes on from where it was."""
    sql("INSERT INTO wp_usermeta (user_id, meta_key, meta_value) SELECT 1, 'mam_ios_widgets_token', "
        "LOWER(SHA2(seq, 256)) FROM seq_1_to_200000")
    browser.open("tokens")
    browser.driver.execute_script("window.isOldPage = true")
    browser.press("Check again")
    browser.wait("the next page", lambda: not browser.driver.execute_script("return window.isOldPage"))
    seen = []

    def value():
        bars = browser.all("#pushbridge-progress")
        return int(float(bars[0].get_attribute("value"))) if bars else None

    def moved():
        now = value()
        if now is not None and now > 0:
            seen.append(now)
        return bool(seen) or browser.all(".pushbridge-result")
    browser.wait("the bar to move", moved)
    assert seen, "too quick to see"
    browser.open("tokens")
    after = value()
    browser.driver.save_screenshot(os.path.join(OUT, "tokens-progress.png"))
    assert after is not None and after >= seen[-1] > 0, (after, seen)
    browser.wait("the result", lambda: browser.all(".pushbridge-result"), 60)
    browser.wait("focus", lambda: browser.driver.switch_to.active_element.get_attribute("id") == "pushbridge-cleanup-title")
    sql("DELETE FROM wp_usermeta WHERE meta_key = 'mam_ios_widgets_token'")


def credential(browser, pair):
    browser.open("credentials")
    assert not browser.all("#pushbridge-token-bundle_id"), "a form before the key is confirmed"
    browser.shot("credentials-unconfirmed")
    browser.press("The fingerprints are the same")
    browser.wait_text("is confirmed.")
    key = "-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n"
    browser.find("#pushbridge-token-bundle_id").send_keys("com.example.app")
    browser.find("#pushbridge-token-key_id").send_keys("ABCDEFGHIJ")
    browser.find("#pushbridge-token-team_id").send_keys("not an id")
    browser.find("#pushbridge-p8").send_keys(key)
    browser.press("Seal and store the key")
    browser.wait_text("The team id has 10 letters and digits.")
    assert browser.find("#pushbridge-token-key_id").get_attribute("value") == "ABCDEFGHIJ"
    assert browser.find("#pushbridge-p8").get_attribute("value") == "", "a secret came back"
    assert browser.driver.switch_to.active_element.get_attribute("id") == "pushbridge-token-team_id"
    browser.find("#pushbridge-token-team_id").clear()
    browser.find("#pushbridge-token-team_id").send_keys("TEAM123456")
    browser.find("#pushbridge-p8").send_keys(key)
    browser.press("Seal and store the key")
    browser.wait_text("The credential is sealed and stored.")
    opened = json.loads(open_box(pair, "voip"))
    assert opened["p8"].replace("\r\n", "\n") == key and opened["channel"] == "voip", opened
    assert json.loads(open_box(pair, "standard"))["key_id"] == "ABCDEFGHIJ"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "voip.p12")
        content = b"\x30\x82" + os.urandom(700)
        with open(path, "wb") as file:
            file.write(content)
        browser.find("#pushbridge-certificate-bundle_id").send_keys("com.example.app")
        browser.find("#pushbridge-certificate_file").send_keys(path)
        browser.find("#pushbridge-passphrase").send_keys("pässword \"x\"")
        browser.press("Seal and store the certificate")
        browser.wait_text("The credential is sealed and stored.")
    opened = json.loads(open_box(pair, "standard"))
    assert base64.b64decode(opened["p12_base64"]) == content and opened["passphrase"] == "pässword \"x\"", opened
    source = browser.driver.page_source
    assert "BEGIN PRIVATE" not in source and "pässword" not in source, "a secret in the page"
    browser.shot("credentials")
    # Another key in the table: nothing more is sealed.
    sql("UPDATE wp_pushbridge_settings SET value = '" + base64.b64encode(os.urandom(32)).decode() + "' WHERE name = 'public_key'")
    browser.open("credentials")
    assert "another key than the one that was confirmed" in browser.text()
    assert not browser.all("#pushbridge-p8")


def open_box(pair, channel):
    box = sql("SELECT HEX(box) FROM wp_pushbridge_credentials WHERE app = 'default' AND channel = '%s'" % channel)
    return php("echo sodium_crypto_box_seal_open(hex2bin($argv[1]), hex2bin($argv[2]));", box, pair)


def test_push_and_settings(browser):
    browser.open()
    browser.press("Send a test push to myself")
    browser.wait_text("The test notification is queued.")
    assert "Test from Push Bridge" in browser.text(".pushbridge-message")
    browser.shot("test-push")
    browser.open("settings")
    Select(browser.find("#pushbridge-refresh")).select_by_value("0")
    browser.shot("settings")
    browser.find("#submit").click()
    browser.wait_text("The settings were saved.")
    browser.driver.get(HOME + "/wp-admin/profile.php")
    assert "Admin's <b>iPhone</b>" in browser.text("#pushbridge-devices + div table"), "shown as text"
    browser.find("#pushbridge-devices + div .button").click()
    browser.wait_text("The device was removed.")
    assert "None." in browser.text("#pushbridge-devices + p")


def an_open_notification_is_followed(browser):
    """What is new is shown without a reload, and not while somebody is at work there."""
    sql("INSERT INTO wp_pushbridge_actions (user_id, message, send_at) VALUES "
        "(1, '{\"title\":\"Later\"}', '2090-01-01')")
    number = sql("SELECT MAX(id) FROM wp_pushbridge_actions")
    browser.open("action", "&id=" + number)
    browser.driver.execute_script("window.isOldPage = true; [...document.querySelectorAll('#pushbridge-action a.button')]"
                                  ".find(link => link.textContent === 'Cancel').focus()")
    sql("UPDATE wp_pushbridge_actions SET state = 'failed', reason = 'Expired' WHERE id = " + number)
    browser.wait("the word", lambda: "Failed" in browser.driver.execute_script(
        "return document.getElementById('a11y-speak-polite').textContent"))
    assert browser.driver.switch_to.active_element.text == "Cancel", "the focus went"
    assert "Expired" not in browser.text("#pushbridge-action")
    browser.driver.execute_script("document.activeElement.blur()")
    browser.wait_text("Its time was over before it could be sent.", "#pushbridge-action")
    assert browser.driver.execute_script("return window.isOldPage"), "the page was loaded anew"


def without_script(browser):
    """The whole way of the token check with scripts off."""
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.open("tokens")
    browser.press("Check again")
    for _ in range(20):
        # Opened anew, so that no click hits a page that is just being replaced.
        browser.open("tokens")
        if browser.all(".pushbridge-result"):
            break
        browser.press("Continue")
    assert "could be removed" in browser.text(".pushbridge-result")
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def right_to_left(browser):
    browser.open("dashboard", "&rig_rtl=1")
    assert browser.find("html").get_attribute("dir") == "rtl"
    browser.shot("dashboard-rtl")


WIDER = """
    const wide = [];
    document.querySelectorAll(".pushbridge *").forEach(element => {
        const box = element.getBoundingClientRect();
        if (box.width && box.right > document.documentElement.clientWidth + 1
                && !element.closest(".pushbridge-scroll, .row-actions, pre")) {
            wide.push(element.tagName + "." + element.className);
        }
    });
    return wide;
"""


def narrow_screens(browser):
    """A tablet and a phone: nothing sticks out, wide tables scroll by themselves."""
    number = sql("SELECT MAX(action_id) FROM wp_pushbridge_deliveries")
    screens = [(tab, "") for tab in ("dashboard", "actions", "deliveries", "tokens", "credentials", "settings")]
    for width in (782, 400):
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 1600, "deviceScaleFactor": 1, "mobile": False})
        for tab, more in screens + [("action", "&id=" + number)]:
            browser.open(tab, more)
            browser.driver.save_screenshot(os.path.join(OUT, "%s-%d.png" % (tab, width)))
            wide = browser.driver.execute_script(WIDER)
            assert not wide, (tab, width, wide[:5])
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    pair = php("echo bin2hex(sodium_crypto_box_keypair());").strip()
    public = php("echo base64_encode(sodium_crypto_box_publickey(hex2bin($argv[1])));", pair)
    subprocess.run(["php", os.path.join(HERE, "../rig/seed.php"), "60", public], check=True, stdout=subprocess.DEVNULL)
    sql("REPLACE INTO wp_options (option_name, option_value, autoload) VALUES "
        "('pushbridge_settings', 'a:1:{s:7:\"refresh\";i:5;}', 'yes')")
    run([log_in, dashboard, actions, dead_letter, clean_tokens, progress_survives_a_reload,
         lambda b: credential(b, pair), an_open_notification_is_followed, test_push_and_settings,
         without_script, right_to_left, narrow_screens], OUT)


main()
