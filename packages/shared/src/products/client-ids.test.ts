import { describe, expect, it } from "vitest";
import { ClientIdUpdate, type ClientProduct, faultInClientIds } from "./client-ids.ts";

const messagesFor = (product: ClientProduct, id: string) =>
	ClientIdUpdate.safeParse({ product, id }).error?.issues.map(({ path, message }) => [
		path.join("."),
		message,
	]) ?? [];

describe("an id under which another product's clients send", () => {
	it.each<[ClientProduct, string]>([
		["plausible", "shop.example"],
		["plausible", "shop.example/de"],
		["umami", "94db1cb1-74f4-4a40-ad6c-962362670409"],
		["google", "G-AB12CD34EF"],
		["matomo", "17"],
		["segment", "kJ3x_a-9.Q"],
	])("may be %s's %s", (product, id) => {
		expect(messagesFor(product, id)).toEqual([]);
	});

	it.each<[ClientProduct, string]>([
		["plausible", "shop.example, other.example"],
		["umami", "shop.example"],
		["google", "UA-1234-5"],
		["matomo", "0"],
		["matomo", "one"],
		["segment", "two words"],
	])("may not be %s's %j, and says what it must be", (product, id) => {
		expect(messagesFor(product, id)).toEqual([["id", expect.stringMatching(/^Must be /)]]);
	});

	it("is compared without case where the product ignores case", () => {
		expect(ClientIdUpdate.parse({ product: "plausible", id: "Shop.example" }).id).toBe(
			"shop.example",
		);
		expect(ClientIdUpdate.parse({ product: "segment", id: "AbC" }).id).toBe("AbC");
	});

	it("may not be listed twice, and needs a secret where only servers send", () => {
		const one = { product: "matomo", id: "1" } as const;
		expect(faultInClientIds([one, { ...one, id: "2" }])).toBeUndefined();
		expect(faultInClientIds([one, one])).toContain("twice");
		expect(faultInClientIds([{ product: "google", id: "G-AB12" }])).toContain("needs a secret");
	});
});
