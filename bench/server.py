"""A server that a bench starts, asks and ends."""

import http.client
import json
import shlex
import socket
import subprocess
import sys
import time


class Server:
    """`keep` asks everything on one connection, as clients do; without it threads may ask at once."""

    def __init__(self, command, *flags, keep=False):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.kept = self.connect() if keep else None
        words = [*shlex.split(command), "--port", str(self.port), *flags]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.listens():
            time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def listens(self):
        if self.process.poll() is not None:
            sys.exit(f"{self.process.args[0]} ended with {self.process.returncode}")
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)

    def ask(self, method, path, body=None):
        """Status and value of an answer."""
        connection = self.kept or self.connect()
        text = body if body is None or isinstance(body, bytes) else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())["value"]

    def call(self, method, path, body=None):
        """The value of an answer that must be good."""
        status, value = self.ask(method, path, body)
        if status != 200:
            sys.exit(f"{method} {path}: {value['message']}")
        return value

    def session(self, wanted=None):
        """The path of a new session, of a headless Firefox unless something else is wanted."""
        headless = {"browserName": "firefox", "moz:firefoxOptions": {"args": ["-headless"]}}
        match = {"capabilities": {"alwaysMatch": wanted or headless}}
        return "/session/" + self.call("POST", "/session", match)["sessionId"]
