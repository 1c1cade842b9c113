"""Routes a call to an 0800 number as docs/number-translation.md describes, asking gateways in turn."""
import argparse
import datetime
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zoneinfo

HTTP = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # gateways are asked directly


def ask(gateways, number, deadline_ms):  # gives the number's state, None if there is no such number
    request_id = f"switch-{uuid.uuid4()}"
    end, faults = time.monotonic() + deadline_ms / 1000, []
    for i, gateway in enumerate(gateways):
        left_ms = int(1000 * (end - time.monotonic()))
        deadline = left_ms if i == len(gateways) - 1 else left_ms // 2  # leaves time for the next one
        if deadline < 1:
            break
        url = f"{gateway.rstrip('/')}/v1/query/state/{urllib.parse.quote(number, safe='')}"
        headers = {"Deadline-Ms": str(deadline), "Request-Id": request_id}
        try:
            query = urllib.request.Request(url, headers=headers)
            with HTTP.open(query, timeout=deadline / 1000) as answer:
                return json.load(answer)["state"]
        except urllib.error.HTTPError as refusal:
            if refusal.code == 404:
                return None
            faults.append(f"{gateway}: {refusal.code} {refusal.read().decode()}")
            if refusal.code < 500:
                break  # the query is wrong, wherever it is asked
        except (OSError, http.client.HTTPException) as fault:  # no connection, or no whole answer in time
            faults.append(f"{gateway}: {fault}")
    raise SystemExit("\n".join(["no answer in time"] + faults))


def target(state, region, hour):
    if state["dayFrom"] <= hour < state["eveningFrom"]:
        part = "Day"
    elif state["eveningFrom"] <= hour < state["nightFrom"]:
        part = "Evening"
    else:
        part = "Night"
    return state.get(region + part, state["defaultTarget"])


def route(state, region, now):
    status = state.get("status") if state else None
    if status == "BUSY":
        return "busy"
    if status != "ACTIVE":
        return "not in service"
    hour = now.astimezone(zoneinfo.ZoneInfo(state["zone"])).hour
    payer = "the subscriber" if state["charging"] == "REVERSE" else "the caller"
    return f"{target(state, region, hour)}, {payer} pays"


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("number")
    options.add_argument("region", choices=["north", "east", "south", "west"])
    options.add_argument("gateways", nargs="+", help="base URLs, such as http://127.0.0.1:8070")
    options.add_argument("--deadline-ms", type=int, default=100)
    options.add_argument("--at", help="the time of the call in UTC, such as 2026-03-02T09:00; default: now")
    given = options.parse_args()
    utc = datetime.timezone.utc
    at = datetime.datetime.fromisoformat(given.at).replace(tzinfo=utc) if given.at else datetime.datetime.now(utc)
    print(route(ask(given.gateways, given.number, given.deadline_ms), given.region, at))
