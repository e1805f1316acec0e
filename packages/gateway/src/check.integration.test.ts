import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CheckOptions, checkGateway } from "./check.ts";

let directory: string;
let queue: ReturnType<typeof openEmbeddedQueue>;
let options: CheckOptions;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-check-"));
	queue = openEmbeddedQueue({ directory: join(directory, "queue") });
	writeFileSync(join(directory, "script.js"), "");
	mkdirSync(join(directory, "gateway"));
	options = {
		dataDirectory: directory,
		trackerDirectory: directory,
		producer: queue.producer(),
	};
});
afterEach(async () => {
	await queue.close();
	rmSync(directory, { recursive: true });
});

const keep = (configuration: string) =>
	writeFileSync(join(directory, "gateway", "configuration.json"), configuration);
const faultsIn = async (changes: Partial<CheckOptions> = {}) =>
	(await checkGateway({ ...options, ...changes }))
		.filter(({ fault }) => fault !== "")
		.map(({ what, fault }) => [what, fault]);

describe("the gateway's check", () => {
	it("finds nothing wrong before a first start, nor in the files of an earlier run", async () => {
		expect(await faultsIn()).toEqual([]);
		keep(JSON.stringify(snapshotWith()));
		expect(await faultsIn()).toEqual([]);
		expect(await checkGateway(options)).toContainEqual({
			what: "site configuration",
			found: "version 1, 1 sites",
			fault: "",
		});
	});

	it("lists every invalid setting at once, with what to change", async () => {
		keep("nonsense");
		const nowhere = join(directory, "nowhere");
		const faults = await faultsIn({
			trackerDirectory: nowhere,
			cityDatabases: [nowhere],
			botRanges: nowhere,
			producer: {
				health: async () => ({
					canStore: false,
					reason: "disk full",
					oldestAgeMs: 0,
					isSpilling: false,
					spilledRecords: 0,
				}),
			},
		});
		expect(faults).toEqual([
			["site configuration", expect.stringMatching(/^Remove .*configuration\.json/)],
			["geo databases", expect.stringContaining("GEO_CITY_DATABASE")],
			["crawlers' addresses", expect.stringContaining("BOT_RANGES")],
			["queue", expect.stringContaining("refused")],
			["tracker", "Run npm run build."],
		]);
	});

	it("reports a data directory that is not a directory", async () => {
		const file = join(directory, "script.js");
		const [first] = await faultsIn({ dataDirectory: file });
		expect(first).toEqual(["data directory", expect.stringContaining("DATA_DIR")]);
	});
});
