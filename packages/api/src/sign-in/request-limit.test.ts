import { expect, it } from "vitest";
import { createRequestLimit } from "./request-limit.ts";

it("limits a network's requests in each window, for each purpose", () => {
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
