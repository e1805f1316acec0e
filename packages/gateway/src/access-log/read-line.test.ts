import { describe, expect, it } from "vitest";
import { readLogLine } from "./read-line.ts";
import { w3cFieldsIn } from "./w3c-line.ts";

const AT = Date.UTC(2026, 10, 20, 9, 15, 0);
const AGENT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";

const entry = {
	address: "203.0.113.5",
	time: AT,
	host: "",
	pathname: "/docs",
	querystring: "?page=2",
	referrer: "",
	userAgent: AGENT,
};

describe("a line of an access log", () => {
	it.each([
		[
			"in the combined format of nginx and Apache",
			`203.0.113.5 - - [20/Nov/2026:10:15:00 +0100] "GET /docs?page=2 HTTP/1.1" 200 512 "-" "${AGENT}"`,
			entry,
		],
		[
			"with additional fields at its end",
			`203.0.113.5 - jo [20/Nov/2026:09:15:00 +0000] "GET /docs?page=2 HTTP/2.0" 200 512 "-" "${AGENT}" "10.0.0.1" rt=0.1`,
			entry,
		],
		[
			"with the virtual host in front",
			`Shop.example:443 203.0.113.5 - - [20/Nov/2026:04:15:00 -0500] "GET /docs?page=2 HTTP/1.1" 200 512 "-" "${AGENT}"`,
			{ ...entry, host: "shop.example" },
		],
		[
			"with an address as the virtual host",
			`192.0.2.80:443 203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET /docs?page=2 HTTP/1.1" 200 512 "-" "${AGENT}"`,
			{ ...entry, host: "192.0.2.80" },
		],
		[
			"in Traefik's default format, with its own fields",
			`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET /docs?page=2 HTTP/2.0" 200 512 "-" "${AGENT}" 17 "web@docker" "http://10.0.0.2:80" 3ms`,
			entry,
		],
		[
			"of Nginx Proxy Manager",
			`[20/Nov/2026:10:15:00 +0100] - 200 200 - GET https shop.example "/docs?page=2" [Client 203.0.113.5] [Length 512] [Gzip -] [Sent-to 10.0.0.2] "${AGENT}" "-"`,
			{ ...entry, host: "shop.example" },
		],
		[
			"of Nginx Proxy Manager's other hosts",
			`[20/Nov/2026:10:15:00 +0100] 200 - GET http shop.example "/docs?page=2" [Client 203.0.113.5] [Length 512] [Gzip 2.1] "${AGENT}" "https://a.example/"`,
			{ ...entry, host: "shop.example", referrer: "https://a.example/" },
		],
		[
			"of an IPv6 client, with a user name of two words",
			`2001:db8::7 - Jo Doe [20/Nov/2026:09:15:00 +0000] "HEAD /docs HTTP/1.1" 304 - "https://a.example/" "${AGENT}"`,
			{ ...entry, address: "2001:db8::7", querystring: "", referrer: "https://a.example/" },
		],
		[
			"with characters that servers escape",
			`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET /docs?page=2 HTTP/1.1" 200 1 "-" "a \\"b\\" \\x22c\\x22 \\xc3\\xa9 \\\\d"`,
			{ ...entry, userAgent: 'a "b" "c" é \\d' },
		],
		[
			"of bytes that are not a request",
			`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "\\x16\\x03\\x01" 400 0 "-" "-"`,
			{ ...entry, pathname: "", querystring: "", userAgent: "" },
		],
		[
			"of a request for an absolute URL",
			`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET http://shop.example/docs?page=2 HTTP/1.1" 200 1 "-" "${AGENT}"`,
			{ ...entry, host: "shop.example" },
		],
		[
			"with variables of nginx as JSON",
			JSON.stringify({
				remote_addr: "203.0.113.5",
				time_iso8601: "2026-11-20T10:15:00+01:00",
				request: "GET /docs?page=2 HTTP/1.1",
				http_host: "shop.example:8443",
				http_referer: "-",
				http_user_agent: AGENT,
			}),
			{ ...entry, host: "shop.example" },
		],
		[
			"of nginx in Matomo's format, with characters that nginx escapes",
			`{"ip": "203.0.113.5","host": "shop.example","path": "/docs?page=2","status": "200","referrer": "-","user_agent": "a \\x22b\\x22","length": 512,"generation_time_milli": 0.005,"date": "2026-11-20T10:15:00+01:00"}`,
			{ ...entry, host: "shop.example", userAgent: 'a "b"' },
		],
		[
			"of Caddy",
			JSON.stringify({
				ts: AT / 1000,
				request: {
					client_ip: "203.0.113.5",
					host: "shop.example",
					uri: "/docs?page=2",
					headers: { "User-Agent": [AGENT] },
				},
			}),
			{ ...entry, host: "shop.example" },
		],
		[
			"of Traefik",
			JSON.stringify({
				ClientHost: "203.0.113.5",
				RequestHost: "shop.example",
				RequestPath: "/docs?page=2",
				StartUTC: "2026-11-20T09:15:00Z",
				"request_User-Agent": AGENT,
			}),
			{ ...entry, host: "shop.example" },
		],
		[
			"of Cloudflare, with nanoseconds",
			JSON.stringify({
				ClientIP: "203.0.113.5",
				ClientRequestHost: "shop.example",
				ClientRequestURI: "/docs?page=2",
				ClientRequestUserAgent: AGENT,
				EdgeStartTimestamp: AT * 1e6,
			}),
			{ ...entry, host: "shop.example" },
		],
	])("%s is read", (_name, line, expected) => expect(readLogLine(line)).toEqual(expected));

	it.each([
		[
			"IIS",
			"#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port c-ip cs(User-Agent) cs(Referer) sc-status",
			`2026-11-20 09:15:00 10.0.0.2 GET /docs page=2 443 203.0.113.5 ${AGENT.replaceAll(" ", "+").replace("+https", "https")} - 200`,
			{ ...entry, userAgent: AGENT.replace("+https", "https") },
		],
		[
			"CloudFront",
			"#Fields: date time c-ip cs(Host) cs-uri-stem cs(Referer) cs(User-Agent) cs-uri-query x-host-header",
			`2026-11-20\t09:15:00\t203.0.113.5\td1.cloudfront.net\t/docs\thttps://a.example/\t${encodeURIComponent(AGENT).replaceAll("%20", "%2520")}\tpage=2\tshop.example`,
			{ ...entry, host: "shop.example", referrer: "https://a.example/" },
		],
	])("of %s is read by the fields that its log declares", (_name, directive, line, expected) =>
		expect(readLogLine(line, w3cFieldsIn(directive))).toEqual(expected),
	);

	it.each([
		["2026-11-20 09:15:00 /", "a different number of values than the #Fields line has names"],
		["2026-11-20 later / x", "date and time are not like 2026-10-10 13:55:36"],
	])("that does not fit its fields is rejected with the reason: %s", (line, refused) =>
		expect(readLogLine(line, w3cFieldsIn("#Fields: date time cs-uri-stem cs(User-Agent)"))).toEqual(
			{ refused },
		),
	);

	it.each([
		["nothing of a log", "neither the combined format nor JSON, and no #Fields line before it"],
		[
			'203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET / HTTP/1.1" 200',
			"not the combined format after the address",
		],
		[
			'203.0.113.5 - - [yesterday] "GET / HTTP/1.1" 200 1 "-" "x"',
			"the time is not like 10/Oct/2026:13:55:36 +0200",
		],
		[
			'203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET / HTTP/1.1" 200 1',
			"no user agent: configure the server to log in the combined format",
		],
		[
			'203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "GET / HTTP/1.1" 200 1 "-" "-" 1 "a" "b" 0ms',
			"no user agent: configure Traefik to keep it (accesslog.fields.headers.names.User-Agent=keep)",
		],
		["[20/Nov/2026:09:15:00 +0000] x", "begins with a time, but is not from Nginx Proxy Manager"],
		['{"time": ', "not a JSON object"],
		['{"path": "/", "user_agent": "x"}', expect.stringContaining("no valid time in")],
		['{"time": 1, "path": "/"}', expect.stringContaining("no user agent in")],
		['{"time": 1, "user_agent": "x"}', expect.stringContaining("no path in")],
	])("that is not a log line is rejected with the reason: %s", (line, refused) =>
		expect(readLogLine(line)).toEqual({ refused }),
	);

	it("never quotes the line, which may identify people", () => {
		const lines = [
			"203.0.113.5 secret",
			'{"ip": "203.0.113.5", "x": "secret"}',
			'203.0.113.5 - - [secret] "',
		];
		expect(lines.map((line) => JSON.stringify(readLogLine(line))).join()).not.toMatch(/secret|203/);
	});

	it("takes no longer for text that was crafted to be slow", () =>
		expect(
			readLogLine(`203.0.113.5 - - [20/Nov/2026:09:15:00 +0000] "${'\\"'.repeat(30_000)}`),
		).toEqual({
			refused: "not the combined format after the address",
		}));
});
