"""What the browser tests share: a Chromium that is steered as a person would use it, and the site's database."""
import json
import os
import subprocess
import sys

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

HOME = os.environ["WP_HOME"]
PAGE = HOME + "/wp-admin/tools.php?page=push-bridge"


class Browser:
    def __init__(self, out):
        self.out = out
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,1000",
                     "--disable-background-networking", "--lang=en-US"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(30)

    def open(self, tab="dashboard", more=""):
        self.driver.get(PAGE + "&tab=" + tab + more)

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css="#wpbody-content"):
        return self.find(css).text

    def wait(self, what, condition, seconds=30):
        return WebDriverWait(self.driver, seconds, 0.1).until(lambda _: condition(), "waited in vain: " + what)

    def wait_text(self, text, css="#wpbody-content"):
        def there():
            try:
                return text in self.text(css)
            except Exception:  # The page is being replaced.
                return False
        self.wait(text, there)

    def press(self, text):
        # The page may just be replacing itself.
        self.problem = None
        try:
            self.wait("the button " + text, lambda: self.try_to_press(text), 20)
        except TimeoutException as error:
            raise AssertionError("cannot press %s: %s" % (text, self.problem or "it is not there")) from error

    def try_to_press(self, text):
        try:
            return self.press_once(text)
        except WebDriverException as error:  # Also when the page goes between finding the button and scrolling to it.
            self.problem = str(error)
            return False

    def press_once(self, text):
        for button in self.all("#wpbody-content button, #wpbody-content a, #wpbody-content input[type=submit]"):
            if text in (button.text or button.get_attribute("value") or "") and button.is_displayed():
                if self.problem:
                    # By the keyboard, as whoever the pointer fails.
                    button.send_keys(Keys.ENTER)
                else:
                    self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
                    button.click()
                return True
        return False

    def shot(self, name):
        height = self.driver.execute_script("return document.body.scrollHeight")
        self.driver.set_window_size(1280, min(max(int(height) + 120, 800), 3000))
        self.driver.save_screenshot(os.path.join(self.out, name + ".png"))
        self.driver.set_window_size(1280, 1000)

    def check_console(self):
        # 409 is the answer to a page that asks while another, or itself before a reload, is at work: it asks again.
        bad = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
               and not (entry.get("source") == "network" and "status of 409" in entry["message"])]
        assert not bad, "console: " + json.dumps(bad, indent=1)


def sql(statement):
    command = ["mariadb", "--no-defaults", "--socket=" + os.environ["DB_SOCKET"], "-u" + os.environ["DB_USER"],
               "-p" + os.environ["DB_PASSWORD"], "-N", "-B", os.environ["DB_NAME"], "-e", statement]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def php(code, *arguments):
    return subprocess.run(["php", "-r", code, "--", *arguments], check=True, capture_output=True, text=True).stdout


def log_in(browser):
    browser.driver.get(HOME + "/wp-login.php")
    # The page focuses its field late.
    browser.wait("focus", lambda: browser.driver.switch_to.active_element.get_attribute("id") == "user_login")
    browser.find("#user_login").send_keys(os.environ["WP_ADMIN_USER"])
    browser.find("#user_pass").send_keys(os.environ["WP_ADMIN_PASSWORD"])
    browser.find("#wp-submit").click()
    browser.wait("the dashboard", lambda: browser.all("#wpadminbar"))


def run(steps, out):
    """Takes the steps one after the other; the console must stay free of errors."""
    browser = Browser(out)
    try:
        for step in steps:
            try:
                step(browser)
                browser.check_console()
            except BaseException:
                browser.driver.save_screenshot(os.path.join(out, "failed.png"))
                print("at %s: %s\n%s" % (step.__name__, browser.driver.current_url, browser.text("body")[:1500]), file=sys.stderr)
                raise
    finally:
        browser.driver.quit()
    print("browser: %d steps passed" % len(steps))
