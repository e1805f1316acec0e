import { describe, expect, it } from "vitest";
import { addressOf, announcement } from "./announce.ts";

const started = {
	port: 3000,
	host: "127.0.0.1",
	baseUrl: undefined,
	siteId: "0123456789ab",
	firstStart: undefined,
};

describe("the address", () => {
	it.each([
		["127.0.0.1", undefined, "http://localhost:3000"],
		["0.0.0.0", undefined, "http://localhost:3000"],
		["::", undefined, "http://localhost:3000"],
		["10.1.2.3", undefined, "http://10.1.2.3:3000"],
		["2001:db8::1", undefined, "http://[2001:db8::1]:3000"],
		["127.0.0.1", "https://stats.example.com", "https://stats.example.com"],
	])("for host %s and base %s is %s", (host, baseUrl, expected) =>
		expect(addressOf({ host, baseUrl, port: 3000 })).toBe(expected),
	);
});

describe("the announcement", () => {
	it("names the address, the site and the tag", () =>
		expect(announcement(started)).toBe(`Footfall is ready at http://localhost:3000

  Site id      0123456789ab
  Script tag   <script src="http://localhost:3000/api/script.js?siteId=0123456789ab" defer></script>
  Try it       http://localhost:3000/demo
`));

	it("tells the sign-in and the key at a first start", () => {
		const firstStart = { email: "owner@localhost", password: "secret", apiKey: "key" };
		expect(announcement({ ...started, firstStart })).toContain(`  E-mail       owner@localhost
  Password     secret
  API key      key
`);
	});

	it("does not repeat a password that the operator chose", () => {
		const firstStart = { email: "me@example.com", apiKey: "key" };
		expect(announcement({ ...started, firstStart })).toContain(
			"Password     the ADMIN_PASSWORD that you set",
		);
	});
});
