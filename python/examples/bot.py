"""Plays on a server as a guest, with nothing but Python's standard library. docs/http.md describes the interface.

    python bot.py http://127.0.0.1:8417 --game circle-of-fire --side german --level easy
    python bot.py http://127.0.0.1:8417 --join INVITE          # against whoever sent the invitation
    python bot.py http://127.0.0.1:8417 --match ID --cookies bot.txt

It plays at random; write a `choose` of your own. With `--cookies` it is the same guest the next time.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any, Callable, Iterator

# Where the server may make us wait, and how long we listen to it in silence.
RETRIES = 20
SILENCE = 60.0

Choose = Callable[[dict[str, Any]], str]


class Refused(Exception):
    """The server's answer to what cannot be done."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status} {error.get('code')}: {error.get('says')}")
        self.status, self.error = status, error


class Server:
    """A server, and who we are there: the cookie that it gives with our first write."""

    def __init__(self, address: str, cookies: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.jar = http.cookiejar.LWPCookieJar(cookies)
        if cookies and os.path.exists(cookies):
            self.jar.load()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def open(self, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(self.address + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
            # Every write says that no page of another site made it.
            request.add_header("Sec-Fetch-Site", "same-origin")
        return self.opener.open(request, timeout=SILENCE)

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer as JSON. Where the server asks for patience we have some."""
        for attempt in range(RETRIES):
            try:
                with self.open(path, body) as answer:
                    told = json.load(answer)
                if self.jar.filename:
                    self.jar.save(ignore_discard=True)
                return told
            except urllib.error.HTTPError as error:
                status, text = error.code, error.read()
                if status not in (429, 503) or attempt + 1 == RETRIES:
                    raise Refused(status, json.loads(text)["error"]) from None
            time.sleep(1.0)
        raise AssertionError("the last attempt answers or raises")

    def positions(self, match: str) -> Iterator[dict[str, Any]]:
        """The match as it is now and after everything that happens in it, until the server stops telling."""
        with self.open(f"/api/matches/{match}/events") as events:
            for line in events:
                name, _, data = line.decode().rstrip("\n").partition(": ")
                if name == "event":
                    event = data
                elif name == "data" and event == "view":
                    yield json.loads(data)


def at_random(seed: int | None) -> Choose:
    rng = random.Random(seed)
    return lambda view: rng.choice(view["offers"])["action"]


def play(server: Server, match: str, choose: Choose, most: int | None = None) -> tuple[int, dict[str, Any]]:
    """Plays a match to its end, or so many actions: how many there were, and what is known of it then."""
    played = 0
    for _ in range(RETRIES):
        try:
            for position in server.positions(match):
                meta, view = position["meta"], position["view"]
                # One's own clicks follow each other: they need not wait for the next event.
                while view["offers"] and not meta["over"] and played != most:
                    try:
                        body = {"action": choose(view), "after": view["seq"]}
                        server.ask(f"/api/matches/{match}/actions", body)
                        played += 1
                    except Refused as refused:
                        # Something was played meanwhile: look again.
                        if refused.status != 409:
                            raise
                    position = server.ask(f"/api/matches/{match}")
                    meta, view = position["meta"], position["view"]
                if meta["over"] or played == most:
                    return played, meta
        except TimeoutError:
            continue
    raise TimeoutError(f"nothing happened for {RETRIES * SILENCE:.0f} seconds")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8417")
    parser.add_argument("--game", default="circle-of-fire")
    parser.add_argument("--scenario")
    parser.add_argument("--side", help="the side to play; by default the first")
    parser.add_argument("--level", default="easy", help="the machine to play against")
    parser.add_argument("--join", metavar="INVITE", help="take the seat of an invitation instead")
    parser.add_argument("--match", metavar="ID", help="go on with a match of ours instead")
    parser.add_argument("--cookies", metavar="FILE", help="where to keep who we are")
    parser.add_argument("--most", type=int, metavar="N", help="stop after so many actions")
    parser.add_argument("--seed", type=int)
    asked = parser.parse_args()
    server = Server(asked.server, asked.cookies)
    try:
        if asked.match:
            match = asked.match
        elif asked.join:
            match = server.ask(f"/api/join/{asked.join}", {})["id"]
        else:
            body = {"game": asked.game, "against": "machine", "level": asked.level}
            body |= {name: getattr(asked, name) for name in ("scenario", "side") if getattr(asked, name)}
            match = server.ask("/api/matches", body)["id"]
        print(f"{asked.server}/match/{match}", flush=True)
        played, meta = play(server, match, at_random(asked.seed), asked.most)
    except (Refused, TimeoutError, urllib.error.URLError) as error:
        sys.exit(f"bot: {error}")
    over = meta["over"]
    print(f"{played} actions; {over['says'] if over else 'the game goes on'}")


if __name__ == "__main__":
    main()
