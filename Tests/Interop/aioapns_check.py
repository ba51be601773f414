"""Sends with aioapns to the simulator and checks each answer. Usage: aioapns_check.py PORT CA KEY"""

import asyncio
import logging
import ssl
import sys

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol, APNsTLSClientProtocol

PORT, CA = int(sys.argv[1]), sys.argv[2]
with open(sys.argv[3], encoding="ascii") as file:
    KEY = file.read()
APNsProductionClientProtocol.APNS_SERVER = "127.0.0.1"
APNsTLSClientProtocol.APNS_PORT = PORT
logging.disable(logging.CRITICAL)
TOKEN = "ab" * 32
ALERT = {"aps": {"alert": {"title": "Hi", "body": "There"}}}


def client(team_id="TESTTEAM01"):
    context = ssl.create_default_context(cafile=CA)
    context.set_alpn_protocols(["h2"])
    return APNs(
        key=KEY, key_id="TESTKEY001", team_id=team_id, topic="com.example.app", max_connections=1,
        max_connection_attempts=2, ssl_context=context,
    )


def request(token=TOKEN, message=None, **options):
    return NotificationRequest(device_token=token, message=message or ALERT, **options)


# One client for all of these: a client signs its own token, and Apple minds a key whose token changes often.
CASES = [
    ("an alert is taken", request(), "200", None),
    ("a background push with priority 5 is taken",
     request(message={"aps": {"content-available": 1}}, push_type=PushType.BACKGROUND, priority=5), "200", None),
    ("a background push with priority 10 is refused",
     request(message={"aps": {"content-available": 1}}, push_type=PushType.BACKGROUND, priority=10),
     "400", "BadPriority"),
    ("a call with the VoIP topic is taken",
     request(token="cd" * 32, message={"call": 1}, push_type=PushType.VOIP, apns_topic="com.example.app.voip"),
     "200", None),
    ("a collapse id of 65 bytes is refused", request(collapse_key="x" * 65), "400", "BadCollapseId"),
    ("a token of an odd length is refused", request(token="abc"), "400", "BadDeviceToken"),
    ("a payload over 4096 bytes is refused", request(message={"aps": {"alert": "x" * 5000}}),
     "413", "PayloadTooLarge"),
]


async def check(apns, name, notification, status, reason):
    answer = await asyncio.wait_for(apns.send_notification(notification), 20)
    if answer.status == status and (reason is None or answer.description == reason):
        return True
    print(f"interop: {name}: wanted {status} {reason}, got {answer.status} {answer.description}")
    return False


async def main():
    apns = client()
    results = [await check(apns, *case) for case in CASES]
    stranger = client(team_id="OTHERTEAM1")
    results.append(await check(stranger, "a key of another team is refused", request(), "403", "InvalidProviderToken"))
    for one in (apns, stranger):
        one.pool.close()
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


sys.exit(asyncio.run(main()))
