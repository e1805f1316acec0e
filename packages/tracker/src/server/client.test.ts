import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, createClient } from "./client.ts";
import { createErrorLog, DeliveryError } from "./delivery-error.ts";

const options: ClientOptions = { siteId: "1", host: "https://stats.example", apiKey: "key" };

describe("options that cannot work", () => {
	it.each<[Partial<ClientOptions>, string]>([
		[{ siteId: "" }, "footfall: createClient needs siteId"],
		[{ apiKey: "" }, "footfall: createClient needs apiKey"],
		[{ apiKey: "key\n" }, "footfall: apiKey must be plain ASCII"],
		[{ host: "ftp://stats.example" }, "footfall: host must begin with https://"],
		[{ host: "stats.example" }, "Invalid URL"],
		[{ flushAt: 501 }, "footfall: flushAt must be a whole number from 1 to 500"],
		[{ retryMs: 0 }, "footfall: retryMs must be a whole number from 1 to 2147483647"],
	])("are refused at once: %j", (wrong, message) => {
		expect(() => createClient({ ...options, ...wrong })).toThrow(message);
	});
});

describe("the requests of a client", () => {
	const urls: string[] = [];
	beforeEach(() => {
		vi.useFakeTimers();
		urls.length = 0;
		vi.stubGlobal("fetch", async (url: string) => {
			urls.push(url);
			return new Response("{}", { status: 503 });
		});
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it.each([
		["https://stats.example", "https://stats.example/api/track"],
		["https://stats.example/", "https://stats.example/api/track"],
		["https://stats.example/stats/", "https://stats.example/stats/track"],
	])("go below %s", async (host, url) => {
		const client = createClient({ ...options, host, onError: () => {} });
		client.event("a");
		await vi.advanceTimersByTimeAsync(1000);
		expect(urls).toEqual([url]);
		const closed = client.close({ timeoutMs: 1 });
		await vi.advanceTimersByTimeAsync(1);
		expect(await closed).toMatchObject({ dropped: 1 });
		expect(vi.getTimerCount()).toBe(0);
	});

	it("are repeated after pauses that double up to 30 s, and for a day", async () => {
		const errors: DeliveryError[] = [];
		const client = createClient({ ...options, onError: (error) => errors.push(error) });
		client.event("a");
		await vi.advanceTimersByTimeAsync(60_000);
		// Pauses of half to all of 1, 2, 4, 8, 16 and 30 s.
		expect(urls.length).toBeGreaterThanOrEqual(6);
		expect(urls.length).toBeLessThanOrEqual(8);
		await vi.advanceTimersByTimeAsync(25 * 3_600_000);
		expect(await client.close()).toMatchObject({ dropped: 1, waiting: 0 });
		expect(errors.map(({ message }) => message)).toEqual([
			"footfall: retrying: the server answered 503",
			"footfall: dropped: it could not be sent for 24 hours",
		]);
	});
});

describe("the log of errors", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});

	it("has a line a minute, with the number of the errors before", () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const log = createErrorLog();
		for (let count = 0; count < 100; count++)
			log(new DeliveryError("dropped", "the queue is full"));
		vi.advanceTimersByTime(60_000);
		log(new DeliveryError("refused", "too long"));
		expect(logged.mock.calls).toEqual([
			["footfall: dropped: the queue is full"],
			["footfall: refused: too long (and 99 before)"],
		]);
	});
});
