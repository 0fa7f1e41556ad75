#!/usr/bin/env python3
"""Shows the screens without a phone: serves each folder here at http://hansom-<folder>.localhost:8123/
with a bridge that answers as kernel/BRIDGE.md says. Usage: preview.py [port]"""

import http.server
import json
import mimetypes
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PORT = int(sys.argv[1]) if len(sys.argv) > 1 else 8123
EXAMPLES = HERE.parents[2] / "examples"


def state():
    apps = []
    for folder in sorted(HERE.iterdir()):
        manifest = folder / "manifest.webmanifest"
        if not manifest.exists():
            continue
        data = json.loads(manifest.read_text("utf-8"))
        icon = f"http://hansom-{folder.name}.localhost:{PORT}/{data['icons'][0]['src']}"
        apps.append({"bundleId": data["id"], "name": data["name"], "icon": icon})
    apps.append({"bundleId": "com.example.noicon", "name": "No icon at all", "icon": None})
    return {
        "locked": False,
        "time": int(time.time() * 1000),
        "apps": apps,
        "appearance": "light",
        "language": None,
        "battery": {"level": 0.82, "charging": True},
        "wallpaper": "default",
        "profile": "phone",
        "insets": {"top": 47},
        "device": {"name": "Virtual Phone", "osName": "iOS", "osVersion": "18.0"},
        "biometricsEnrolled": False,
    }


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/.hansom/state":
            return self.reply(json.dumps(state()).encode(), "application/json")
        if path == "/.hansom/events":
            return self.reply(f"data: {json.dumps(state())}\n\n".encode(), "text/event-stream")
        host = self.headers.get("host", "").split(".")[0].split(":")[0]
        root = EXAMPLES / "pwa" if host == "example-pwa" else HERE / host.removeprefix("hansom-")
        if path.startswith("/.hansom/shared/"):
            root, path = HERE / "shared", path.removeprefix("/.hansom/shared")
        if host == "localhost":
            root = HERE.parent / "kernel" / "ui"
        file = (root / (path.lstrip("/") or "index.html")).resolve()
        if not file.is_relative_to(root) or not file.is_file():
            return self.reply(b"not found", "text/plain", 404)
        self.reply(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        print(self.headers.get("host"), self.path, body.decode(), file=sys.stderr)
        self.reply(b"", "text/plain", 204)

    def reply(self, body, kind, status=200):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    print(f"http://hansom-home.localhost:{PORT}/", file=sys.stderr)
    http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
