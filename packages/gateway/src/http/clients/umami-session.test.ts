import { SESSION_IDLE_MS } from "@footfall/shared/limits";
import { describe, expect, it } from "vitest";
import { umamiSessionOf } from "./umami-session.ts";

const now = Date.UTC(2026, 10, 25);
const first = umamiSessionOf(undefined, now);

describe("the ids in an answer to Umami's clients", () => {
	it("stay the same while the client returns the token", () => {
		const next = umamiSessionOf(first.cache, now + SESSION_IDLE_MS - 1);
		expect(next).toMatchObject({ sessionId: first.sessionId, visitId: first.visitId });
	});

	it("stay the same while the client returns the whole answer", () => {
		const next = umamiSessionOf(JSON.stringify(first), now);
		expect(next).toMatchObject({ sessionId: first.sessionId, visitId: first.visitId });
	});

	it("are those of another visit after half an hour without an event", () => {
		const later = umamiSessionOf(first.cache, now + SESSION_IDLE_MS);
		expect(later.sessionId).toBe(first.sessionId);
		expect(later.visitId).not.toBe(first.visitId);
	});

	it.each(["", "eyJhbGciOiJIUzI1NiJ9.e30.x", `${first.cache}0000000000`, ["a"]])(
		"are new for another token: %j",
		(token) => {
			const { cache, sessionId } = umamiSessionOf(token, now);
			expect(sessionId).not.toBe(first.sessionId);
			expect(cache).toMatch(/^[0-9a-f-]{36}\.[0-9a-f-]{36}\.\d+$/);
		},
	);
});
