#!/usr/bin/python3
"""From the activated plugin to the first delivered push, with the screens alone: journey_test.py FOLDER KEY FINGERPRINT.

`journey` starts the real daemon and the simulated APNs around it. KEY is a signing key that the simulator knows,
FINGERPRINT what `push-bridge init` has shown.
"""
import sys

from steering import log_in, run, sql

OUT, KEY, FINGERPRINT = sys.argv[1:]


def step_is(browser, title):
    browser.open()
    found = browser.find(".pushbridge-start [aria-current=step] strong").text
    assert found == title, found


def confirm_the_key(browser):
    step_is(browser, "Confirm the daemon's public key")
    browser.press("Compare the fingerprint")
    browser.wait_text("Fingerprint:")
    assert browser.text(".pushbridge-fingerprint").replace(" ", "") == FINGERPRINT
    browser.press("The fingerprints are the same")
    browser.wait_text("is confirmed.")


def store_the_key(browser):
    step_is(browser, "Store a key from Apple")
    browser.press("Add a credential")
    browser.wait("the form", lambda: browser.all("#pushbridge-p8_file"))
    browser.find("#pushbridge-token-bundle_id").send_keys("com.example.journey")
    browser.find("#pushbridge-token-key_id").send_keys("JOURNEYKEY")
    browser.find("#pushbridge-token-team_id").send_keys("JOURNEYTEA")
    browser.find("#pushbridge-p8_file").send_keys(KEY)
    browser.press("Seal and store the key")
    browser.wait_text("The credential is sealed and stored.")

    def is_in_use():
        browser.open("credentials")
        return browser.text("table.widefat").count("In use") == 2
    browser.wait("the daemon to take it", is_in_use)
    browser.shot("journey-credentials")


def send_to_oneself(browser):
    # The app has registered in the meantime.
    assert sql("SELECT COUNT(*) FROM wp_usermeta WHERE user_id = 1 AND meta_key = 'mam_ios_device_token'") == "1"
    step_is(browser, "Send a test notification to yourself")
    browser.press("Send a test push to myself")
    browser.wait_text("The test notification is queued.")
    browser.wait_text("Delivered", "table.widefat .pushbridge-badge")
    assert browser.text("h2 .pushbridge-badge") == "Sent"
    browser.shot("journey-delivered")
    browser.open()
    assert not browser.all(".pushbridge-start"), "the panel goes when everything is done"
    assert "Everything is working." in browser.text("#pushbridge-health")


run([log_in, confirm_the_key, store_the_key, send_to_oneself], OUT)
