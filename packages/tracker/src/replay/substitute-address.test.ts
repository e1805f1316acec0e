import { describe, expect, it } from "vitest";
import { substituteAddress } from "./substitute-address.ts";

const page = new URL("https://shop.example/users/7?token=a&b=1#top");

describe("the public form of an address", () => {
	it("replaces the address wherever an event contains it", () => {
		const tell = substituteAddress(page, "https://shop.example/users/*");
		expect(
			[
				"https://shop.example/users/7?token=a&b=1#top",
				"https://shop.example/users/7/orders",
				"/users/7",
				"https://shop.example/about",
			].map((address) => JSON.parse(tell(JSON.stringify({ address }))).address),
		).toEqual([
			"https://shop.example/users/*#top",
			"https://shop.example/users/*/orders",
			"/users/*",
			"https://shop.example/about",
		]);
	});

	it("may be only the path", () =>
		expect(
			substituteAddress(page, "https://shop.example/users/7")(JSON.stringify([page.href])),
		).toBe('["https://shop.example/users/7#top"]'));

	it("is unchanged if the whole address may be sent", () => {
		const json = JSON.stringify([page.href]);
		expect(substituteAddress(page, "https://shop.example/users/7?token=a&b=1")(json)).toBe(json);
	});

	it("is applied even if JSON escapes the address", () =>
		expect(
			substituteAddress(
				new URL("https://shop.example/a?path=c:\\d"),
				"https://shop.example/a",
			)(JSON.stringify(["https://shop.example/a?path=c:\\d"])),
		).toBe('["https://shop.example/a"]'));
});
