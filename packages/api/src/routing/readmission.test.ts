import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReadmission, presentedBy } from "./readmission.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("rechecked rights", () => {
	it("are checked once for all requests with the same credentials, and again after a moment", async () => {
		const readmit = createReadmission(1_000);
		let checks = 0;
		const check = (originalUrl: string, headers = {}) =>
			readmit(presentedBy({ originalUrl, headers }), async () => {
				checks++;
				return {};
			});
		for (let nth = 0; nth < 100; nth++) await check("/api/sites/1/live");
		expect(checks).toBe(1);
		await check("/api/sites/2/live");
		await check("/api/sites/1/live", { cookie: "a" });
		await check("/api/sites/1/live", { authorization: "a" });
		await check("/api/sites/1/live", { "x-private-key": "a" });
		await check("/api/sites/1/live?private_key=a");
		expect(checks).toBe(6);
		// Clients that resume at different events have the same rights.
		await check("/api/sites/1/live?since_timestamp=2026-11-20T10:15:00Z");
		await check("/api/sites/1/live?private_key=a&since_timestamp=2026-11-20T10:15:01Z");
		expect(checks).toBe(6);
		await vi.advanceTimersByTimeAsync(1_000);
		await check("/api/sites/1/live");
		expect(checks).toBe(7);
	});

	it("are refused to all concurrent requests, and to no later one that is admitted", async () => {
		const readmit = createReadmission(1_000);
		const refuse = () => readmit("the same", () => Promise.reject(new Error("revoked")));
		await Promise.all([
			expect(refuse()).rejects.toThrow("revoked"),
			expect(refuse()).rejects.toThrow("revoked"),
		]);
		await expect(readmit("the same", () => Promise.resolve({}))).resolves.toEqual({});
	});
});
