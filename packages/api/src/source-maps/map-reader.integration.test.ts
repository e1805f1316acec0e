import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { bundleScript } from "@footfall/testing/bundle-script";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMapReader, MAX_MAP_BYTES, type MapReader } from "./map-reader.ts";
import { MapFault } from "./read-map.ts";

/** Half mappings of a single line, half text of sources, as bundles have them. */
const largeMap = (bytes: number): string => {
	const segments = "IAAIA,GAAC,EAAE,IACGA,GAAG,CAAC,".repeat(Math.floor(bytes / 2 / 30));
	const content = JSON.stringify(`${"x".repeat(79)}\n`.repeat(Math.floor(bytes / 2 / 100 / 81)));
	return `{"version":3,"sources":[${Array.from({ length: 100 }, (_, number) => `"s${number}.ts"`)}],"sourcesContent":[${Array.from({ length: 100 }, () => content)}],"names":["a","b"],"mappings":"AAAA,${segments}A"}`;
};
const small = (source: string) =>
	gzipSync(JSON.stringify({ version: 3, sources: [source], names: [], mappings: "AAAA" }));
const FIRST = [{ line: 0, column: 0 }];

describe("the reader of maps", () => {
	let workerFile = "";
	let reader: MapReader;
	beforeAll(async () => {
		workerFile = await bundleScript(new URL("./map-worker.ts", import.meta.url));
	});
	afterEach(() => reader.close());

	it("reads one of 50 MB without keeping the process from its work, in bounded memory", async () => {
		reader = createMapReader({ workerFile });
		const text = largeMap(MAX_MAP_BYTES - 2_000_000);
		expect(text.length).toBeGreaterThan(45_000_000);
		const bytes = gzipSync(text, { level: 1 });
		const before = process.memoryUsage().rss;
		let most = before;
		const sampling = setInterval(() => {
			most = Math.max(most, process.memoryUsage().rss);
		}, 20);
		const delay = monitorEventLoopDelay({ resolution: 5 });
		delay.enable();
		expect(await reader.factsOf(bytes)).toEqual({ sources: 100, withContent: 100 });
		const frames = await reader.framesOf(
			"large",
			[{ line: 0, column: 5_000_000 }],
			async () => bytes,
		);
		delay.disable();
		clearInterval(sampling);
		expect(frames?.[0]?.source).toMatch(/^s\d+\.ts$/);
		expect(delay.max / 1e6).toBeLessThan(100);
		expect(most - before).toBeLessThan(600_000_000);
	});

	it("asks for a map once while it knows it", async () => {
		reader = createMapReader({ workerFile });
		let loads = 0;
		const load = async () => {
			loads++;
			return small("a.ts");
		};
		for (let time = 0; time < 3; time++)
			expect(await reader.framesOf("a", FIRST, load)).toMatchObject([{ source: "a.ts" }]);
		expect(loads).toBe(1);
		for (const key of ["b", "c", "d", "e"]) await reader.framesOf(key, FIRST, load);
		await reader.framesOf("a", FIRST, load);
		expect(loads).toBe(6);
	});

	it("answers nothing for a map that is gone", async () => {
		reader = createMapReader({ workerFile });
		expect(await reader.framesOf("gone", FIRST, async () => undefined)).toBeUndefined();
	});

	it("gives up a map that takes too long, and reads the next", async () => {
		reader = createMapReader({ workerFile, withinMs: 300 });
		const slow = gzipSync(largeMap(40_000_000), { level: 1 });
		await expect(reader.factsOf(slow)).rejects.toThrow(
			new MapFault("takes more than 0.3 seconds to read"),
		);
		await reader.close();
		reader = createMapReader({ workerFile });
		expect(await reader.framesOf("a", FIRST, async () => small("a.ts"))).toHaveLength(1);
	});

	it.each([
		["lists of lists", `{"version":3,"sources":${"[".repeat(10_000_000)}`, /nested deeper than 20/],
		[
			"millions of values",
			`{"version":3,"sources":[${'["x",1,{}],'.repeat(4_000_000)}1],"mappings":""}`,
			/more than 1000000 sources, names and other values/,
		],
		["more than 50 MB", Buffer.alloc(MAX_MAP_BYTES + 1), /^has more than 50 MB/],
	])("refuses %s, which would take the memory of the process", async (_what, text, message) => {
		reader = createMapReader({ workerFile });
		await expect(reader.factsOf(gzipSync(text, { level: 1 }))).rejects.toThrow(message);
		expect(await reader.factsOf(small("a.ts"))).toEqual({ sources: 1, withContent: 0 });
	});

	it("reads the largest map that it accepts with characters of two bytes, in its memory", async () => {
		reader = createMapReader({ workerFile });
		const values = Array.from({ length: 900_000 }, (_, number) => `n${number}`);
		const text = JSON.stringify({ version: 3, sources: ["a"], names: values, mappings: "AAAA" });
		const content = `\u4e2d${"x".repeat(MAX_MAP_BYTES - text.length - 100)}`;
		const whole = `${text.slice(0, -1)},"sourcesContent":["${content}"]}`;
		const bytes = gzipSync(whole, { level: 1 });
		expect(await reader.factsOf(bytes)).toEqual({ sources: 1, withContent: 1 });
		for (const key of ["1", "2"])
			expect(await reader.framesOf(key, FIRST, async () => bytes)).toHaveLength(1);
	});

	it("ends its thread when nobody asks, and starts another", async () => {
		reader = createMapReader({ workerFile, idleMs: 1 });
		const load = async () => small("a.ts");
		await reader.framesOf("a", FIRST, load);
		let loads = 0;
		await new Promise((resolve) => setTimeout(resolve, 200));
		await reader.framesOf("a", FIRST, async () => {
			loads++;
			return load();
		});
		expect(loads).toBe(1);
	});
});
