import { describe, expect, it } from "vitest";
import { byNewest, stateOf } from "./invitation-state.ts";

const at = (expiresAt: string, status = "pending") => ({ status, expiresAt });
const NOW = Date.parse("2026-11-22T12:00:00Z");

describe("an invitation", () => {
	it("expires while it is pending, but not after it was answered", () => {
		expect(stateOf(at("2026-11-23T00:00:00Z"), NOW)).toBe("pending");
		expect(stateOf(at("2026-11-22T12:00:00Z"), NOW)).toBe("expired");
		expect(stateOf(at("2026-11-01T00:00:00Z", "accepted"), NOW)).toBe("accepted");
	});

	it("is listed before answered ones and before older ones", () => {
		const accepted = at("2026-11-30T00:00:00Z", "accepted");
		const [early, late] = [at("2026-11-23T00:00:00Z"), at("2026-11-24T00:00:00Z")];
		expect(byNewest([accepted, early, late])).toEqual([late, early, accepted]);
	});
});
