import { describe, expect, it } from "vitest";
import { createPageIdOf } from "./page-id.ts";

const page = {
	site: "0123456789ab",
	visitor: "192.0.2.1 Firefox",
	address: "https://shop.example/cart",
	receivedAt: Date.UTC(2026, 10, 25, 9),
};

describe("the id of a page load whose client sends none", () => {
	const pageIdOf = createPageIdOf("secret");

	it("is the same for a view and what is measured on it later that day", () => {
		const receivedAt = Date.UTC(2026, 10, 25, 23);
		expect(pageIdOf(page)).toMatch(/^[0-9a-f]{16}$/);
		expect(pageIdOf({ ...page, receivedAt })).toBe(pageIdOf(page));
	});

	it.each([
		["site", { site: "ba9876543210" }],
		["visitor", { visitor: "192.0.2.2 Firefox" }],
		["address", { address: "https://shop.example/" }],
		["day", { receivedAt: Date.UTC(2026, 10, 26) }],
	])("differs by %s", (_what, change) =>
		expect(pageIdOf({ ...page, ...change })).not.toBe(pageIdOf(page)),
	);

	it("cannot be computed without the installation's secret", () =>
		expect(createPageIdOf("another")(page)).not.toBe(pageIdOf(page)));
});
