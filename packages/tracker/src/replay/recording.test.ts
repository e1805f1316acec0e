// @vitest-environment jsdom
import { Blob } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordedEvent } from "./recorded-event.ts";
import { type Recording, startRecording } from "./recording.ts";
import type { ReplayOptions } from "./replay-options.ts";

const MINUTE = 60_000;

let sent: RecordedEvent[];
let recording: Recording | undefined;

/** Compression runs on threads, which may wait on a busy machine. */
const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 20_000 });

beforeEach(() => {
	sent = [];
	sessionStorage.clear();
	document.body.innerHTML = "<p>Words</p>";
	history.replaceState(null, "", "/");
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	// Blobs of jsdom cannot be compressed.
	vi.stubGlobal("Blob", Blob);
	vi.stubGlobal("CSS", { escape: (text: string) => text });
	vi.spyOn(Document.prototype, "hidden", "get").mockReturnValue(false);
	vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
		const bytes = Buffer.from(await new Response(body as string).arrayBuffer());
		const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
		sent.push(...JSON.parse(text).events);
		return new Response('{"success":true}');
	});
});
afterEach(() => {
	recording?.stop();
	recording = undefined;
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const begin = (options: ReplayOptions = {}, isTold: (path: string) => boolean = () => true) => {
	recording = startRecording(
		[
			"/api",
			"1",
			"footfall-replay",
			() => "",
			() => [location.pathname, ""],
			(event) => (isTold(event.pathname) ? event : undefined),
		],
		options,
	);
	return recording;
};
const kinds = () => sent.map(({ type }) => type);
/** Changes the page, and advances the time. */
const change = async (words: string, ms: number) => {
	document.querySelector("p")?.replaceChildren(words);
	await vi.advanceTimersByTimeAsync(ms);
};

describe("a recording", () => {
	it("begins with the page as it is and continues with its changes", async () => {
		begin();
		await vi.advanceTimersByTimeAsync(1);
		await until(() => expect(kinds()).toEqual([4, 2]));
		await change("Other words", 5000);
		await until(() => expect(kinds()).toEqual([4, 2, 3]));
	});

	it("pauses while the visitor is inactive, and starts again afterwards", async () => {
		begin();
		await change("Moving words", MINUTE);
		await change("More", 4 * MINUTE);
		await until(() => expect(JSON.stringify(sent)).toContain("More"));
		await change("Unseen", 1);
		await change("Unseen", 10_000);
		expect(JSON.stringify(sent)).not.toContain("Unseen");
		const { length } = sent;
		document.dispatchEvent(new Event("pointermove"));
		await vi.advanceTimersByTimeAsync(1);
		await until(() => expect(kinds().slice(length)).toEqual([4, 2]));
	});

	it("reports when the address changes within the page", async () => {
		begin();
		await vi.advanceTimersByTimeAsync(1);
		history.pushState(null, "", "/other");
		await vi.advanceTimersByTimeAsync(5000);
		await until(() =>
			expect(sent.at(-1)).toMatchObject({
				type: 5,
				data: { tag: "page", payload: { href: `${location.origin}/other` } },
			}),
		);
	});

	it("waits while the address must not be sent, and while a router renders", async () => {
		history.replaceState(null, "", "/private");
		const { isActive } = begin({}, (path) => path !== "/private");
		await vi.advanceTimersByTimeAsync(10_000);
		expect([isActive(), sent]).toEqual([true, []]);
		history.pushState(null, "", "/public");
		await vi.advanceTimersByTimeAsync(999);
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(2);
		await until(() => expect(kinds()).toEqual([4, 2]));
	});

	it("never begins if the site's own code fails", async () => {
		begin({}, () => {
			throw new Error("unforeseen");
		});
		await vi.advanceTimersByTimeAsync(10_000);
		expect(sent).toEqual([]);
	});

	it("that is dropped leaves nothing in storage when the answer to its last batch arrives", async () => {
		const record = fetch;
		let answer = () => {};
		vi.stubGlobal("fetch", async (url: string, request: RequestInit) => {
			await record(url, request);
			return new Promise<Response>((done) => {
				answer = () => done(new Response('{"success":true}'));
			});
		});
		begin();
		await vi.advanceTimersByTimeAsync(1);
		await until(() => expect(kinds()).toEqual([4, 2]));
		recording?.stop(true);
		sessionStorage.clear();
		answer();
		await vi.advanceTimersByTimeAsync(1);
		await new Promise(setImmediate);
		expect({ ...sessionStorage }).toEqual({});
	});

	it("ends when the visit has been recorded for an hour", async () => {
		const { isActive } = begin();
		for (let minute = 0; minute < 61; minute++) {
			document.dispatchEvent(new Event("pointermove"));
			await change(`${minute}`, MINUTE);
			await until(() => expect(JSON.stringify(sent)).toContain(`"${minute}"`));
			if (!isActive()) break;
		}
		await until(() => expect(isActive()).toBe(false));
		expect(begin().isActive()).toBe(false);
	});
});

describe("invalid selectors", () => {
	it.each([
		["maskTextSelectors", { maskTextSelectors: ["p", "p["] }, "p["],
		["blockSelector", { blockSelector: "::" }, "::"],
		["ignoreSelector", { ignoreSelector: "p[" }, "p["],
	])("are rejected in %s", (name, options, selector) =>
		expect(() => begin(options)).toThrow(`footfall: ${name} is no selector: ${selector}`),
	);
});
