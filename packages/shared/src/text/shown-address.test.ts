import { domainToASCII } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownHost } from "./shown-host.ts";
import { shownPath } from "./shown-path.ts";

describe("a path in readable form", () => {
	it.each([
		["/caf%C3%A9", "/café"],
		["/caf%c3%a9/%E6%97%A5%E6%9C%AC", "/café/日本"],
		["/a%20b", "/a b"],
		["/a%2Fb%3Fc%23d", "/a%2Fb%3Fc%23d"],
		["/100%25", "/100%25"],
		["/a%00%0Ab", "/a%00%0Ab"],
		["/%E2%80%AEgpj.exe", "/%E2%80%AEgpj.exe"],
		["/%FF%C3", "/%FF%C3"],
		["/100%", "/100%"],
		["/plain", "/plain"],
	])("of %s is %s", (path, shown) => expect(shownPath(path)).toBe(shown));
});

describe("a host in readable form", () => {
	it.each([
		["xn--mnchen-3ya.example", "münchen.example"],
		["www.XN--mnchen-3ya.example:8080", "www.münchen.example:8080"],
		["xn--wgv71a119e.jp", "日本語.jp"],
		["xn--pple-43d.com", "xn--pple-43d.com"],
		["xn--.example", "xn--.example"],
		["xn--99999999999999.example", "xn--99999999999999.example"],
		["plain.example", "plain.example"],
	])("of %s is %s", (host, shown) => expect(shownHost(host)).toBe(shown));

	it("shows an international name as it was before encoding", () =>
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(..."äöüßñéab日本語中文字あいう"), { minLength: 1, maxLength: 12 }),
				(letters) => {
					const name = `${letters.join("")}.example`;
					expect(shownHost(domainToASCII(name))).toBe(name);
				},
			),
		));
});
