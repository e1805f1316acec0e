import { describe, expect, it } from "vitest";
import { knownName, personId } from "./person-name.ts";

const person = (identified_user_id: string, traits: Record<string, unknown> | null = null) => ({
	user_id: "70a627d3af744c3b",
	identified_user_id,
	traits,
});

describe("a person", () => {
	it.each([
		[person("user-1", { name: "Ada", email: "a@b.co" }), "Ada"],
		[person("user-1", { name: " ", email: "a@b.co" }), "a@b.co"],
		[person("user-1", { name: 7 }), "user-1"],
		[person("user-1"), "user-1"],
		[person(""), undefined],
	])("has a name: %j", (one, name) => expect(knownName(one)).toBe(name));

	it("falls back to the site's own id, then to the device's", () => {
		expect(personId(person("user-1"))).toBe("user-1");
		expect(personId(person(""))).toBe("70a627d3af744c3b");
	});
});
