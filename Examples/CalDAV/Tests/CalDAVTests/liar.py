#!/usr/bin/env python3
"""A CalDAV server that lies, each calendar in one way. It prints its port, and ends with its input. With the path of a key and a
certificate it speaks TLS."""
import collections, hashlib, http.server, os, re, ssl, sys, threading, time

DAV = '<?xml version="1.0" encoding="utf-8"?>%s<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">%s</D:multistatus>'
EVENT = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//x//EN", "BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z",
                     "DTSTART:20260302T090000Z", "SUMMARY:A", "END:VEVENT", "END:VCALENDAR", ""])
EMPTY = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nEND:VCALENDAR\r\n"
ZONE = EMPTY.replace("END:VC", "\r\n".join(["BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100",
                                           "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE", "END:VC"]))
PAGE = "<html><body>Sign in</body></html>"
received = []
# The items of calendars whose names begin with "store", and the lie that each tells since /lie/NAME/LIE.
stores = collections.defaultdict(lambda: {f"{c}.ics": EVENT.replace("UID:a", f"UID:{c}") for c in "abcdef"})
lies = collections.defaultdict(str)
# How often the entity tag of an item changed although the item did not.
turns = collections.Counter()
connections = []
# The names that changed in a calendar that begins with "store-counted". Their number is its sync token and its ctag, as of a server
# with integer tokens, which answers a token of the future with no changes; "store-counted-ctag" has only the ctag.
changes = collections.defaultdict(lambda: list("abcdef"))
REFUSAL = '<?xml version="1.0"?><D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict/><C:x/></D:error>'


def one(href, properties, status="200 OK"):
    return (f"<D:response><D:href>{href}</D:href><D:propstat><D:prop>{properties}</D:prop><D:status>HTTP/1.1 {status}</D:status>"
            "</D:propstat></D:response>")


def lists(kind, path):
    kind, _, port = kind.partition("-") if kind.startswith("hrefs-") else (kind, "", "")
    a, b = (one(path + name, f"<D:getetag>\"{name}\"</D:getetag>") for name in ("a.ics", "b.ics"))
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    return {
        "truncated": (DAV % ("", a + b))[:-30], "twice": DAV % ("", a + a.replace('"a.ics"', '"other"')),
        "outside": DAV % ("", a + one("/elsewhere/b.ics", "<D:getetag>1</D:getetag>")),
        "dots": DAV % ("", one(path + "../b.ics", "<D:getetag>1</D:getetag>")),
        "encoded-dots": DAV % ("", one(path + "%2e%2e", "<D:getetag>1</D:getetag>")),
        "latin": DAV % ("", a + one(path + "caf%E9.ics", "<D:getetag>1</D:getetag>")),
        "newline": DAV % ("", a + one(path + "new%0Aline.ics", "<D:getetag>1</D:getetag>")),
        "hrefs": DAV % ("", one(f"https://localhost:{port}/store/a.ics", "<D:getetag>1</D:getetag>")),
        "encoded-slash": DAV % ("", one(path + "..%2Fb.ics", "<D:getetag>1</D:getetag>")),
        "host": DAV % ("", one("http://example.org" + path + "a.ics", "<D:getetag>1</D:getetag>")),
        "laughs": DAV % (f"<!DOCTYPE x [{laughs}]>", one(path + "&l11;.ics", "<D:getetag>1</D:getetag>")),
        "file": DAV % ('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', one(path + "&f;", "")),
        "deep": "<a>" * 5000, "html": "<html><body>Sign in</body></html>",
        "full": DAV % ("", a + f"<D:response><D:href>{path}</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response>"),
    }.get(kind, DAV % ("", a + b))


def tag(text):
    return '"%s"' % hashlib.sha256(text.encode()).hexdigest()[:8]


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\r", "&#13;")


def replace_items(kind, lie):
    """Puts other items into a calendar: one edited, one new, one removed. It is made again, so that its token goes back, or changed
    without a trace."""
    items = stores[kind]
    items["a.ics"] = items["a.ics"].replace("SUMMARY:A", "SUMMARY:Again")
    items["x.ics"] = EVENT.replace("UID:a", "UID:x")
    del items["f.ics"]
    changes[kind] = changes[kind][:3 if lie == "made-again" else None]


def digest_of(header):
    """Whether an Authorization is the right one of Digest (RFC 7616)."""
    fields = dict(re.findall(r'(\w+)="?([^",]*)"?', header))

    def hashed(*parts):
        return hashlib.md5(":".join(parts).encode()).hexdigest()

    own = hashed("me", "lies", "secret")
    asked = hashed(fields.get("method", ""), fields.get("uri", ""))
    return fields.get("response") == hashed(own, "abc", fields.get("nc", ""), fields.get("cnonce", ""), "auth", asked)


def failed(href, status):
    return f"<D:response><D:href>{href}</D:href><D:status>HTTP/1.1 {status}</D:status></D:response>"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        connections.append(self.client_address)
        super().setup()

    def answer(self, status, body=b"", headers=()):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in dict({"Content-Length": len(body)}, **dict(headers)).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer_without_end(self, status):
        """Ten gigabytes, unless the client ends the connection."""
        self.send_response(status)
        self.end_headers()
        part = b"<a/>" * 250_000
        try:
            for _ in range(10_000):
                self.wfile.write(part)
        except OSError:
            pass
        self.close_connection = True

    def handle_store(self, kind, name, body):
        """A server that stores what it is sent, and whose lie is about that."""
        items, lie, path = stores[kind], lies[kind], f"/{kind}/"

        def own(name):
            return tag(items[name] + "x" * turns[kind, name])

        def mark(name):
            return ("W/" if lie.startswith("weak") else "") + own(name)

        def content(name):
            return {"empty-item": EMPTY, "zone-item": ZONE, "login-item": PAGE}.get(lie, items[name])

        if self.command == "PROPFIND" and self.headers["Depth"] == "0":
            marks = f"<S:getctag xmlns:S='http://calendarserver.org/ns/'>{len(changes[kind])}</S:getctag>"
            if kind != "store-counted-ctag":
                marks += f"<D:sync-token>{len(changes[kind])}</D:sync-token>"
            return self.answer(207, DAV % ("", one(
                path, "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>" + marks * kind.startswith("store-counted"))))
        if lie == "private" and "Authorization" not in self.headers:
            return self.answer(401, headers={"WWW-Authenticate": "Basic realm=x"})
        if self.command == "PROPFIND" and lie in ("list-500", "list-403"):
            return self.answer(int(lie[5:]))
        if self.command == "PROPFIND" and lie == "list-laughs":
            return self.answer(207, lists("laughs", path))
        if self.command == "PROPFIND" and lie == "list-away":
            return self.answer(302, headers={"Location": "https://elsewhere.example.org/c/"})
        if self.command == "PROPFIND" and lie == "list-huge":
            return self.answer_without_end(207)
        if self.command == "PROPFIND":
            listed = ""
            for number, other in enumerate(items):
                slash = "/" if lie == "slash" and number == 0 else ""
                kind_of = "<D:getcontenttype>application/octet-stream</D:getcontenttype>" if lie == "type" and number == 0 else ""
                if lie != "half" or number > 2:
                    listed += one(path + other + slash, f"<D:getetag>{mark(other)}</D:getetag>{kind_of}")
            return self.answer(207, (DAV % ("", listed))[:-30 if lie == "list-cut" else None])
        if self.command == "REPORT" and kind.startswith("store-counted") and b"sync-collection" in body:
            known = int(re.search(r"sync-token>(\d+)<", body.decode()).group(1))
            changed = "".join(
                one(path + other, f"<D:getetag>{mark(other)}</D:getetag>") if other in items else failed(path + other, "404 Not Found")
                for other in dict.fromkeys(changes[kind][known:]))
            return self.answer(207, DAV % ("", changed + f"<D:sync-token>{len(changes[kind])}</D:sync-token>"))
        if self.command == "REPORT":
            if b"multiget" not in body:
                return self.answer(403)
            found = ""
            for href in re.findall("<D:href>(.*?)</D:href>", body.decode()):
                other = href.split("/")[-1]
                properties = other in items and (
                    f"<D:getetag>{mark(other)}</D:getetag><C:calendar-data>{escaped(content(other))}</C:calendar-data>")
                found += one(href, properties) if properties else failed(href, "404 Not Found")
            return self.answer(207, DAV % ("", found))
        if self.command in ("PUT", "DELETE"):
            condition = self.headers.get("If-Match")
            if condition and (name not in items or condition != own(name) or lie == "weak-origin"):
                return self.answer(412)
            if "If-None-Match" in self.headers and name in items:
                return self.answer(412)
            if lie == "login-page":
                return self.answer(200, PAGE, {"Content-Type": "text/html", "ETag": '"page"'})
            if lie == "member-fails":
                return self.answer(207, DAV % ("", failed(self.path, "423 Locked")))
            if lie == "leads-away" and self.command == "PUT":
                return self.answer(302, headers={"Location": "https://elsewhere.example.org/"})
            if lie == "busy" and name == "busy.ics":
                return self.answer(503)
            if lie.startswith("refuses"):
                return self.answer(403, PAGE if lie == "refuses-page" else REFUSAL)
            if lie == "new-tag" and self.command == "PUT":
                turns[kind, name] += 1
                return self.answer(204, headers={"ETag": own(name) if name in items else '"wrong"'})
            if lie == "tag" and self.command == "PUT":
                return self.answer(204, headers={"ETag": '"wrong"'})
            if lie == "dropped":
                return self.answer(201 if self.command == "PUT" else 202)
            changes[kind].append(name)
            if self.command == "DELETE":
                del items[name]
                return self.answer(204)
            if lie.startswith("renames") and name not in items:
                name = f"own-{len(items)}.ics"
                items[name] = body.decode().replace("UID:", "UID:own-" if lie == "renames-uid" else "UID:")
                return self.answer(201, headers={"ETag": own(name)} | ({"Location": path + name} if lie != "renames-silently" else {}))
            items[name] = body.decode()
            if lie.startswith("rewritten"):
                items[name] = items[name].replace("END:VEVENT", "X-SERVER:1\r\nEND:VEVENT")
            if lie in ("rewritten", "no-tag"):
                return self.answer(201)
            if lie == "page-of-success":
                return self.answer(201, "<html>Created</html>", {"Content-Type": "text/html"})
            return self.answer(201, headers={"ETag": own(name)})
        if name not in items:
            return self.answer(404)
        self.answer(200, content(name), {"ETag": mark(name)})

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = self.path.split("/")[1]
        path = f"/{kind}/"
        received.append(f"{self.command} {self.path} {self.headers.get('Authorization', '-')} {self.headers.get('If-None-Match', '-')}")
        if kind == "lie":
            kind, lie = self.path.split("/")[2:4]
            lies[kind] = lie
            if lie in ("made-again", "changed-silently"):
                replace_items(kind, lie)
            return self.answer(200)
        if kind.startswith("store"):
            return self.handle_store(kind, self.path.split("/")[-1], body)
        if kind == "connections":
            return self.answer(200, str(len(connections)))
        if kind == "received":
            return self.answer(200, "\n".join(received))
        if kind == "feed.ics":
            if self.headers.get("If-None-Match") == '"1"':
                return self.answer(304, headers={"ETag": '"1"'})
            return self.answer(200, EVENT, {"ETag": '"1"', "Content-Type": "text/calendar"})
        if kind == "drip" and self.command == "PROPFIND":
            self.send_response(207)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.05)
            except OSError:
                received.append("closed by the client")
            self.close_connection = True
            return
        if kind.startswith("to-"):
            return self.answer(302, headers={"Location": "http://127.0.0.1:%s/c/" % kind[3:]})
        if kind == "to":
            return self.answer(302, headers={"Location": "https://elsewhere.example.org/c/"})
        if kind == "home":
            home = "<D:resourcetype><D:collection/></D:resourcetype><C:calendar-home-set><D:href>https://localhost:1/home/</D:href></C:calendar-home-set>"
            return self.answer(207, DAV % ("", one(path, home)))
        if kind == "loop":
            return self.answer(302, headers={"Location": path})
        if kind == "downgrade":
            return self.answer(302, headers={"Location": "http://example.org/"})
        if kind == "odd":
            return self.answer(302, headers={"Location": "file:///etc/passwd"})
        if kind == "secret":
            return self.answer(302, headers={"Location": "https://me:pw@example.org/"})
        if kind == "strict":
            return self.answer(401)
        if kind == "bearer":
            return self.answer(401, headers={"WWW-Authenticate": 'Bearer realm="lies"'})
        if kind == "digest" and not digest_of(f"method={self.command}, {self.headers.get('Authorization', '')}"):
            return self.answer(401, headers={"WWW-Authenticate": 'Digest realm="lies", nonce="abc", qop="auth", algorithm=MD5'})
        if kind == "down":
            return self.answer(503, headers={"Retry-After": "120"}) if self.command == "PROPFIND" else self.answer(404)
        if kind == "nothing-207" and self.command == "PROPFIND":
            return self.answer(207, DAV % ("", failed(path, "404 Not Found")))
        if kind.startswith("nothing"):
            return self.answer(404, PAGE, {"Content-Type": "text/html"})
        if kind.startswith("put-") and self.command in ("PUT", "DELETE"):
            return self.answer(307, headers={"Location": f"https://localhost:{kind[4:]}/store/{self.path.split('/')[-1]}"})
        if kind == "forgets" and self.command == "REPORT":
            return self.answer(207, DAV % ("", "<D:sync-token>2</D:sync-token>"))
        if self.command == "PROPFIND" and self.headers["Depth"] == "0":
            types = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
            return self.answer(207, DAV % ("", one(path, types)))
        if kind == "error":
            return self.answer(500)
        if kind == "huge" and self.command in ("PROPFIND", "GET"):
            return self.answer_without_end(207 if self.command == "PROPFIND" else 200)
        if kind == "short":
            self.send_response(207)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            self.wfile.write((DAV % ("", "")).encode())
            self.close_connection = True
            return
        if self.command == "PROPFIND":
            return self.answer(207, lists(kind, path))
        if self.command == "PUT" and kind == "tag":
            return self.answer(201, headers={"ETag": '"wrong"'})
        if self.command == "PUT" and kind == "silent":
            return self.answer(201)
        if self.command == "GET" and self.path.endswith(("a.ics", "new%0Aline.ics", "caf%E9.ics")):
            return self.answer(200, EVENT, {"ETag": '"a.ics"'})
        self.answer(404)

    do_GET = do_PUT = do_DELETE = do_PROPFIND = do_REPORT = handle_request

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
server.serve_forever()
