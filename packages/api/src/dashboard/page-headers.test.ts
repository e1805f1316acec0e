import { describe, expect, it } from "vitest";
import { type Framing, pageHeaders } from "./page-headers.ts";

const headersOf = (framing?: Framing, hasPrivateKey = false) =>
	pageHeaders({ isPlayer: false, hasPrivateKey, framing });

const ancestorsFor = (domain: string, ...allowedOrigins: string[]) =>
	/frame-ancestors (.*)$/.exec(
		headersOf({ domain, allowedOrigins })["Content-Security-Policy"] ?? "",
	)?.[1];

describe("the headers of a page", () => {
	it("forbid inline code, foreign sources and framing", () =>
		expect(headersOf()).toEqual({
			"Content-Security-Policy":
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
			"Cache-Control": "no-cache",
			"Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin",
			"Permissions-Policy": expect.stringContaining("camera=()"),
			"X-Content-Type-Options": "nosniff",
		}));

	it("keep the address of a private link out of referrers, caches and search engines", () =>
		expect(headersOf(undefined, true)).toMatchObject({
			"Cache-Control": "no-store",
			"Referrer-Policy": "no-referrer",
			"X-Robots-Tag": "noindex, nofollow",
		}));

	it("let recordings bring their own styles, pictures and fonts, and neither scripts nor requests", () =>
		expect(pageHeaders({ isPlayer: true, hasPrivateKey: false, framing: undefined })).toMatchObject(
			{
				"Content-Security-Policy":
					"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
				"X-DNS-Prefetch-Control": "off",
			},
		));
});

describe("an embed may be framed by", () => {
	it.each([
		["shop.example", [], "'self' shop.example *.shop.example"],
		["münchen.example", [], "'self' xn--mnchen-3ya.example *.xn--mnchen-3ya.example"],
		["localhost", [], "'self' localhost:*"],
		["127.0.0.1", [], "'self' 127.0.0.1:*"],
		["shop.example", ["https://Blog.example/"], "'self' shop.example *.shop.example blog.example"],
		["localhost", ["http://other.example:8080"], "'self' localhost:* other.example:8080"],
		["::1", [], "'self'"],
	])("allows framing for the domain %s with %j: %s", (domain, origins, expected) =>
		expect(ancestorsFor(domain, ...origins)).toBe(expected),
	);

	it.each(["*", "https://*", "x; script-src *", "'unsafe-inline'", "a b", "https://", "a\nb"])(
		"allows nobody for the invalid origin %j",
		(origin) =>
			expect(ancestorsFor("shop.example", origin)).toBe("'self' shop.example *.shop.example"),
	);
});
