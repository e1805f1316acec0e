import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calledAs } from "../configuration/called-as.ts";
import { publicAddress, readyText, signInLines } from "./announcement.ts";

const started = {
	port: 3000,
	host: "127.0.0.1",
	baseUrl: undefined,
	siteId: "0123456789ab",
	signIn: [],
};

describe("the announced address", () => {
	it.each([
		["127.0.0.1", undefined, "http://localhost:3000"],
		["0.0.0.0", undefined, "http://localhost:3000"],
		["::", undefined, "http://localhost:3000"],
		["10.1.2.3", undefined, "http://10.1.2.3:3000"],
		["2001:db8::1", undefined, "http://[2001:db8::1]:3000"],
		["127.0.0.1", "https://stats.example.com", "https://stats.example.com"],
		["127.0.0.1", "https://example.com/stats", "https://example.com/stats"],
	])("for host %s and base %s is %s", (host, baseUrl, expected) =>
		expect(publicAddress({ host, baseUrl, port: 3000 })).toBe(expected),
	);
});

describe("the announcement", () => {
	it("shows the address, the site and the script tag", () =>
		expect(readyText(started)).toBe(`Footfall is ready at http://localhost:3000

  Site id      0123456789ab
  Script tag   <script src="http://localhost:3000/api/script.js?siteId=0123456789ab" defer></script>
  Try it       http://localhost:3000/demo
`));

	it("has one sign-in link until somebody has signed in", () => {
		const text = readyText({ ...started, signInToken: "token", signIn: ["", "  a line"] });
		expect(text).toContain(`  Try it       http://localhost:3000/demo
  Sign in      http://localhost:3000/welcome#token
               works once, for 15 minutes; another: ${calledAs()} admin sign-in-link

  a line
`);
		expect(text.match(/welcome#/g)).toHaveLength(1);
	});

	it("shows the sign-in after it", () =>
		expect(readyText({ ...started, signIn: ["", "  a line"] })).toContain("/demo\n\n  a line\n"));
});

describe("the first sign-in", () => {
	const firstStart = { email: "owner@localhost", password: "hidden", apiKey: "key" };
	let directory: string;
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), "sign-in-"));
	});
	afterEach(() => rmSync(directory, { recursive: true }));

	it("is printed to a terminal", () =>
		expect(signInLines(firstStart, directory, true)).toEqual([
			"",
			"  Shown only this once; keep them safe:",
			"  E-mail       owner@localhost",
			"  Password     hidden",
			"  API key      key",
		]));

	it("omits a password that the operator chose", () =>
		expect(signInLines({ email: "me@example.com", apiKey: "key" }, directory, true)).toContain(
			"  Password     the value of ADMIN_PASSWORD",
		));

	it("is written to a private file instead of a service's log", () => {
		const said = signInLines(firstStart, directory, false).join("\n");
		const path = join(directory, "first-sign-in");
		expect(said).toContain(`are in ${path}`);
		expect(said).not.toMatch(/hidden|key {2}/);
		expect(readFileSync(path, "utf8")).toBe(
			"  E-mail       owner@localhost\n  Password     hidden\n  API key      key\n",
		);
		expect(statSync(path).mode & 0o777).toBe(0o600);
	});

	it("can be obtained again if the file cannot be written", () =>
		expect(signInLines(firstStart, join(directory, "gone"), false)).toContain(
			`  ${calledAs()} admin reset-password --email owner@localhost`,
		));
});
