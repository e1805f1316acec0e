import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDelivery } from "./delivery.ts";

interface Sent {
	isCompressed: boolean;
	keepalive: boolean;
	events: string[];
}

let sent: Sent[];
let told: string[];
/** Resolves to the given answers in turn, then to success. */
let answers: (() => Promise<Response>)[];

const success = async () => new Response('{"success":true}');
const refusal =
	(status: number, headers = {}) =>
	async () =>
		new Response("{}", { status, headers });
const never = () => new Promise<Response>(() => {});

/** Compression runs on threads, which may wait on a busy machine. */
const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 20_000 });

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	sent = [];
	told = [];
	answers = [];
	vi.stubGlobal("fetch", async (url: string, { body, keepalive, ...rest }: RequestInit) => {
		expect([url, rest]).toEqual(["/record", { method: "POST", credentials: "omit" }]);
		const bytes = Buffer.from(await new Response(body as string | Blob).arrayBuffer());
		const isCompressed = bytes[0] === 0x1f;
		const { head, events } = JSON.parse((isCompressed ? gunzipSync(bytes) : bytes).toString());
		expect(head).toBe(1);
		sent.push({ isCompressed, keepalive: keepalive ?? false, events });
		return (answers.shift() ?? success)();
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const deliveryToRecord = () =>
	createDelivery("/record", {
		taken: (characters) => told.push(`taken ${characters}`),
		unwanted: () => told.push("unwanted"),
		overflowed: () => told.push("overflowed"),
	});

const batch = (...events: string[]) => ({
	head: '{"head":1',
	events: events.map((event) => JSON.stringify(event)),
});
const arrived = (count: number) => until(() => expect(sent.length).toBe(count));
const eventsSent = () => sent.map(({ events }) => events.map((event) => event[0]));

describe("batches", () => {
	it("are not sent if sending was stopped by the time they are compressed", async () => {
		const deliver = deliveryToRecord();
		deliver.push(batch("x".repeat(2000)));
		deliver.end();
		// Compression runs on threads, which a larger batch keeps busy for longer.
		const after = deliveryToRecord();
		after.push(batch("y".repeat(200_000)));
		await arrived(1);
		expect(eventsSent()).toEqual([["y"]]);
	});

	it("are sent one after the other, compressed if that saves bytes", async () => {
		const { push } = deliveryToRecord();
		push(batch("a".repeat(5000)));
		push(batch("b"));
		await arrived(2);
		expect(sent).toEqual([
			{ isCompressed: true, keepalive: true, events: ["a".repeat(5000)] },
			{ isCompressed: false, keepalive: true, events: ["b"] },
		]);
		await until(() => expect(told).toEqual(["taken 5002", "taken 3"]));
	});

	it("are sent uncompressed if the browser cannot compress", async () => {
		vi.stubGlobal("CompressionStream", undefined);
		deliveryToRecord().push(batch("a".repeat(5000)));
		await arrived(1);
		expect(sent[0]?.isCompressed).toBe(false);
	});

	it("are retried in order until the server responds, after the pause that it requests", async () => {
		answers = [
			refusal(503, { "retry-after": "7" }),
			refusal(429),
			() => Promise.reject(new Error()),
		];
		const { push } = deliveryToRecord();
		push(batch("a"));
		await arrived(1);
		push(batch("b"));
		await vi.advanceTimersByTimeAsync(6000);
		expect(sent.length).toBe(1);
		await vi.advanceTimersByTimeAsync(1000);
		await arrived(2);
		await vi.advanceTimersByTimeAsync(2000);
		await arrived(3);
		await vi.advanceTimersByTimeAsync(4000);
		await arrived(5);
		expect(eventsSent()).toEqual([["a"], ["a"], ["a"], ["a"], ["b"]]);
	});

	it("are not retried after a final rejection", async () => {
		answers = [refusal(400)];
		const { push } = deliveryToRecord();
		push(batch("a"));
		push(batch("b"));
		await arrived(2);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(eventsSent()).toEqual([["a"], ["b"]]);
	});

	it.each([
		["switched off", "Session replay not enabled"],
		["excluded", "Session replay not recorded - IP excluded"],
	])("are unwanted if replay is %s", async (_why, message) => {
		answers = [async () => Response.json({ success: true, message })];
		deliveryToRecord().push(batch("a"));
		await until(() => expect(told).toEqual(["taken 3", "unwanted"]));
	});

	it("are dropped when too much waits for a server that does not respond", async () => {
		answers = [never];
		const { push } = deliveryToRecord();
		push(batch("a".repeat(7_000_000)));
		await arrived(1);
		push(batch("b".repeat(900_000)));
		expect(told).toEqual([]);
		push(batch("c".repeat(200_000)));
		expect(told).toEqual(["overflowed"]);
	});
});

describe("when the page is left", () => {
	it("sends everything that waits immediately, uncompressed", async () => {
		answers = [never];
		const { push, leave } = deliveryToRecord();
		push(batch("a"));
		await arrived(1);
		push(batch("b".repeat(5000)));
		push(batch("c"));
		leave();
		await arrived(3);
		expect(sent.slice(1)).toEqual([
			{ isCompressed: false, keepalive: true, events: ["b".repeat(5000)] },
			{ isCompressed: false, keepalive: true, events: ["c"] },
		]);
	});

	it("sends a batch that is being compressed only once", async () => {
		const { push, leave } = deliveryToRecord();
		push(batch("a".repeat(5000)));
		leave();
		await arrived(1);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(sent).toEqual([{ isCompressed: false, keepalive: true, events: ["a".repeat(5000)] }]);
	});

	it("sends as many events as may outlive it, and the others if it continues", async () => {
		const { push, leave } = deliveryToRecord();
		push(batch("é".repeat(15_000), "b".repeat(9000), "c".repeat(5000)));
		leave();
		await arrived(2);
		expect(
			sent.map(({ keepalive, events }) => [keepalive, events.map((event) => event[0])]),
		).toEqual([
			[true, ["é", "b"]],
			[true, ["c"]],
		]);
	});

	it("resends unchanged what the server may already have", async () => {
		answers = [refusal(503, { "retry-after": "60" })];
		const { push, leave } = deliveryToRecord();
		push(batch("a".repeat(25_000), "b".repeat(25_000)));
		await arrived(1);
		// Until the response is read.
		await vi.advanceTimersByTimeAsync(100);
		leave();
		await arrived(2);
		expect(sent.map(({ keepalive, events }) => [keepalive, events.length])).toEqual([
			[true, 2],
			[false, 2],
		]);
	});

	it("sends at most 40 000 bytes that outlive it", async () => {
		answers = [never, never];
		vi.stubGlobal("CompressionStream", undefined);
		const { push, leave } = deliveryToRecord();
		push(batch("a".repeat(39_000)));
		await arrived(1);
		push(batch("b".repeat(2000)));
		leave();
		await arrived(1);
		expect(sent.map(({ keepalive }) => keepalive)).toEqual([true]);
	});
});
