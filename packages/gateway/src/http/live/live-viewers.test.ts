import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveViewers, type LiveViewers } from "./live-viewers.ts";

let viewers: LiveViewers;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	viewers = createLiveViewers();
});
afterEach(async () => {
	await viewers.end();
	vi.useRealTimers();
});

/** A response whose client reads what it is sent, unless this many bytes are waiting. */
const createFakeResponse = (writableLength = 0, chunkedEncoding = true) => {
	const written: Buffer[] = [];
	let isEnded = false;
	let isDestroyed = false;
	const response = {
		chunkedEncoding,
		socket: {
			writableLength,
			write: (bytes: Buffer) => written.push(bytes),
			destroy: () => {
				isDestroyed = true;
			},
		},
		end: () => {
			isEnded = true;
		},
	};
	return {
		response: response as unknown as ServerResponse,
		written,
		texts: () => written.splice(0).map(String),
		isEnded: () => isEnded,
		isDestroyed: () => isDestroyed,
	};
};

const begin = (given = createFakeResponse()) => {
	const viewer = viewers.add();
	viewers.begin(viewer, given.response);
	return { ...given, viewer, id: viewer.id };
};

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const RESTARTING = /retry: \d+\n\nevent: end\ndata: \{"code":"RESTARTING"/;

describe("the viewers of a feed", () => {
	it("receive their audience's messages from one shared buffer", async () => {
		const [one, other, elsewhere] = [begin(), begin(), begin()];
		await viewers.take({ streams: [one.id, other.id], audience: "a" });
		await viewers.take({ streams: [elsewhere.id], audience: "b" });
		await viewers.take({ audience: "a", text: "x".repeat(20) });
		expect(one.written).toHaveLength(1);
		expect(one.written[0]).toBe(other.written[0]);
		expect(one.texts()).toEqual([chunk("x".repeat(20))]);
		expect(elsewhere.written).toEqual([]);
	});

	it("receive another audience's messages after a move, and none after they disconnect", async () => {
		const [moved, gone] = [begin(), begin()];
		await viewers.take({ streams: [moved.id, gone.id], audience: "a", text: "1" });
		await viewers.take({ streams: [moved.id], audience: "b" });
		expect(viewers.remove(gone.viewer)).toBe(true);
		expect(viewers.remove(gone.viewer)).toBe(false);
		await viewers.take({ audience: "a", text: "2" });
		await viewers.take({ audience: "b", text: "3" });
		expect(moved.texts()).toEqual([chunk("1"), chunk("3")]);
		expect(gone.texts()).toEqual([chunk("1")]);
	});

	it("receive no chunks where their version of HTTP has none", async () => {
		const old = begin(createFakeResponse(0, false));
		await viewers.take({ streams: [old.id], text: "text" });
		expect(old.texts()).toEqual(["text"]);
	});

	it("receive what arrived before their answer, in order", async () => {
		const viewer = viewers.add();
		await viewers.take({ streams: [viewer.id], text: "1", audience: "a" });
		await viewers.take({ audience: "a", text: "2" });
		const { response, texts, isEnded } = createFakeResponse();
		viewers.begin(viewer, response);
		await viewers.take({ audience: "a", text: "3" });
		expect(texts()).toEqual([chunk("1"), chunk("2"), chunk("3")]);
		expect(isEnded()).toBe(false);
	});

	it("are ended by the feed, even before their answer", async () => {
		const begun = begin();
		const early = viewers.add();
		expect(
			await viewers.take({ streams: [begun.id, early.id], text: "end", isOver: true }),
		).toEqual([]);
		expect(begun.texts()).toEqual([expect.stringMatching(/retry: \d+\n\nend/)]);
		const { response, texts, isEnded } = createFakeResponse();
		viewers.begin(early, response);
		expect(texts()).toEqual([expect.stringMatching(/retry: \d+\n\nend/)]);
		expect([begun.isEnded(), isEnded()]).toEqual([true, true]);
		expect(viewers.remove(begun.viewer)).toBe(false);
	});

	it("are told to reconnect at different times when all are ended", async () => {
		const all = Array.from({ length: 100 }, () => begin());
		const late = viewers.add();
		await viewers.end();
		const pauses = all.map(({ texts }) => {
			const [text = ""] = texts();
			expect(text).toMatch(RESTARTING);
			return /retry: (\d+)/.exec(text)?.[1];
		});
		expect(new Set(pauses).size).toBeGreaterThan(4);
		const { response, texts, isEnded } = createFakeResponse();
		viewers.begin(late, response);
		expect([texts(), isEnded()]).toEqual([[expect.stringMatching(RESTARTING)], true]);
	});

	it("are ended if they arrive after that", async () => {
		await viewers.end();
		const { texts, isEnded } = begin();
		expect([texts(), isEnded()]).toEqual([[expect.stringMatching(RESTARTING)], true]);
	});

	it("are reported to the api as gone when it addresses them", async () => {
		const { id, viewer } = begin();
		viewers.remove(viewer);
		expect(await viewers.take({ streams: [id, 99], text: "hello" })).toEqual([id, 99]);
	});

	it("are disconnected when they do not read", async () => {
		const [slow, behind] = [begin(createFakeResponse(200_000)), begin(createFakeResponse(300_000))];
		await viewers.take({ streams: [slow.id, behind.id], text: "more" });
		expect([slow.texts(), slow.isDestroyed()]).toEqual([[chunk("more")], false]);
		expect([behind.texts(), behind.isDestroyed()]).toEqual([[], true]);
	});

	it("are not kept when much arrives before their answer", async () => {
		const viewer = viewers.add();
		for (let count = 0; count < 200; count++)
			await viewers.take({ streams: [viewer.id], text: "much" });
		expect(viewer.early.length).toBeLessThan(110);
		const { response, isEnded } = createFakeResponse();
		viewers.begin(viewer, response);
		expect(isEnded()).toBe(true);
		// The api learns of it when the connection closes.
		expect(viewers.remove(viewer)).toBe(true);
	});
});

describe("heartbeats", () => {
	const beat = chunk(": still here\n\n");

	it("reach a single viewer every 15 seconds", () => {
		const { texts } = begin();
		vi.advanceTimersByTime(14_000);
		expect(texts()).toEqual([]);
		vi.advanceTimersByTime(1_000);
		expect(texts()).toEqual([beat]);
		vi.advanceTimersByTime(30_000);
		expect(texts()).toEqual([beat, beat]);
	});

	it("reach all of many viewers, a few at a time", () => {
		const all = Array.from({ length: 600 }, () => begin());
		const told = () => all.reduce((sum, { texts }) => sum + texts().length, 0);
		vi.advanceTimersByTime(250);
		expect(told()).toBe(10);
		vi.advanceTimersByTime(14_750);
		expect(told()).toBe(590);
		vi.advanceTimersByTime(15_000);
		for (const { texts } of all) expect(texts()).toEqual([beat]);
	});

	it("stop with the feed", async () => {
		const { texts } = begin();
		await viewers.end();
		texts();
		vi.advanceTimersByTime(60_000);
		expect(texts()).toEqual([]);
	});
});
