import { expect, it } from "vitest";
import { createRequestLimit, networkOf } from "./request-limit.ts";

it("lets so many requests of a network through in each window, for each purpose", () => {
	let now = 0;
	const limit = createRequestLimit(() => now);
	const twice = { requests: 2, windowMs: 10_000 };
	const statusOf = (network: string, purpose: string) => {
		try {
			limit(network, purpose, twice);
			return "ok";
		} catch (error) {
			return (error as { fields: { retryAfter: number } }).fields.retryAfter;
		}
	};
	expect(["a", "a", "a"].map((network) => statusOf(network, "sign in"))).toEqual(["ok", "ok", 10]);
	expect([statusOf("b", "sign in"), statusOf("a", "sign up")]).toEqual(["ok", "ok"]);
	now = 7_500;
	expect(statusOf("a", "sign in")).toBe(3);
	now = 10_000;
	expect(statusOf("a", "sign in")).toBe("ok");
});

it.each([
	["192.0.2.1", "192.0.2.1"],
	["::ffff:192.0.2.1", "192.0.2.1"],
	["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002:0000:0000:0000:0000"],
	["2001:DB8:1:2::1", "2001:0db8:0001:0002:0000:0000:0000:0000"],
	["", ""],
])("takes %s for the network %s", (address, network) => {
	expect(networkOf(address)).toBe(network);
});
