import {
	appendFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { storeOnce } from "@footfall/testing/gateway/store-once";
import { testDirectory } from "@footfall/testing/test-directory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNAVAILABLE } from "../../errors/refusals.ts";
import { DUPLICATE, type Outcome, rejected, STORED } from "../outcome.ts";
import { createRecentEventIds } from "../recent-event-ids.ts";
import { openEventIdJournal } from "./event-id-journal.ts";

const HOUR_MS = 3_600_000;
const becoming = (outcome: Outcome) => async () => outcome;
const storing = becoming(STORED);
const failing = becoming(rejected("queue_unavailable", UNAVAILABLE));

const journalled = () => {
	const directory = join(testDirectory(), "recent-ids");
	const warnings: string[] = [];
	const log: Logger = {
		info: () => {},
		warn: (_fields, message) => void warnings.push(message),
		error: () => {},
	};
	let now = Date.UTC(2026, 10, 22);
	const clock = () => now++;
	return {
		directory,
		log,
		warnings,
		wait: (ms: number) => {
			now += ms;
		},
		/** Starts a process; the one before is not closed, as if it had been killed. */
		begin: (capacity = 100) =>
			createRecentEventIds({ capacity, clock, journal: openEventIdJournal(directory, log, clock) }),
	};
};

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 64 });

describe("event ids kept on disk", () => {
	it("are known to the next process, whatever they contain", async () => {
		await fc.assert(
			fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 20 }), async (ids) => {
				const { begin } = journalled();
				const first = begin();
				for (const id of ids) await storeOnce(first, 7, id, storing);
				await storeOnce(
					first,
					7,
					"not stored, and longer than any of them: 1234567890123456789012",
					failing,
				);
				const second = begin();
				for (const id of ids) expect(await storeOnce(second, 7, id, storing)).toEqual(DUPLICATE);
				expect(await storeOnce(second, 8, ids[0] ?? "", storing)).toEqual(STORED);
				expect(
					await storeOnce(
						second,
						7,
						"not stored, and longer than any of them: 1234567890123456789012",
						storing,
					),
				).toEqual(STORED);
			}),
			{ numRuns: 30 },
		);
	});

	it("are written before a client is told that its events are stored", async () => {
		const { begin, directory } = journalled();
		const ids = begin();
		let held = "";
		await Promise.all(
			["a", "b", "c"].map(async (id) => {
				await storeOnce(ids, 1, id, storing);
				held ||= readdirSync(directory)
					.map((name) => readFileSync(join(directory, name), "utf8"))
					.join("");
			}),
		);
		for (const id of ["a", "b", "c"]) expect(held).toContain(`[1,"${id}"]\n`);
	});

	it("do not grow in number or leave files over, however often processes start", async () => {
		const { begin, directory } = journalled();
		for (let life = 0; life < 5; life++) {
			const ids = begin(10);
			for (let nth = 0; nth < 15; nth++) await storeOnce(ids, 1, `${life}-${nth}`, storing);
		}
		const ids = begin(10);
		expect(await storeOnce(ids, 1, "4-14", storing)).toEqual(DUPLICATE);
		expect(await storeOnce(ids, 1, "4-6", storing)).toEqual(DUPLICATE);
		expect(await storeOnce(ids, 1, "0-0", storing)).toEqual(STORED);
		expect(readdirSync(directory)).toHaveLength(2);
	});

	it("are taken over from a dead process, and shared with a living one", async () => {
		const { begin, directory } = journalled();
		mkdirSync(directory);
		const since = Date.UTC(2026, 10, 22);
		// No process has the largest possible number; the test's parent is alive.
		const [gone, alive] = ["4194304.0", `${process.ppid}.1`];
		writeFileSync(join(directory, gone), `${since}\n[1,"gone"]\n`);
		writeFileSync(join(directory, alive), `${since}\n[1,"alive"]\n`);
		const ids = begin();
		expect(await storeOnce(ids, 1, "gone", storing)).toEqual(DUPLICATE);
		expect(await storeOnce(ids, 1, "alive", storing)).toEqual(DUPLICATE);
		expect(readdirSync(directory).sort()).toEqual(
			[alive, `${process.pid}.0`, `${process.pid}.1`].sort(),
		);
	});

	it("are known to both of two processes that take over the same lists at once", () => {
		const { directory, log, warnings } = journalled();
		mkdirSync(directory);
		const dead = ["4194303.0", "4194304.0"];
		for (const name of dead) writeFileSync(join(directory, name), `1\n[1,"of ${name}"]\n`);
		let isOtherReady = false;
		const { kept } = openEventIdJournal(directory, log, () => {
			// The other one is ready when this one has read the first list.
			if (!isOtherReady) {
				const lines = dead.map((name) => `[1,"of ${name}"]\n`).join("");
				writeFileSync(join(directory, `${process.ppid}.0`), `1\n${lines}`);
				for (const name of dead) rmSync(join(directory, name));
			}
			isOtherReady = true;
			return 2;
		});
		expect(kept.flatMap(({ ids }) => ids)).toEqual(dead.map((name) => [1, `of ${name}`]));
		expect(warnings).toEqual([]);
	});

	it("are not kept when a list cannot be read, which is logged", () => {
		const { directory, log, warnings } = journalled();
		mkdirSync(directory);
		symlinkSync("nowhere", join(directory, "4194304.0"));
		expect(openEventIdJournal(directory, log).kept).toEqual([]);
		expect(warnings).toEqual(["Ids of stored events could not be saved"]);
	});

	it("are forgotten after a day, by the next process too", async () => {
		const { begin, wait } = journalled();
		await storeOnce(begin(), 1, "a", storing);
		wait(23 * HOUR_MS);
		expect(await storeOnce(begin(), 1, "a", storing)).toEqual(DUPLICATE);
		wait(HOUR_MS);
		expect(await storeOnce(begin(), 1, "a", storing)).toEqual(STORED);
	});

	it.each(["[1,", "\0\0\0\n", "{}\n", "[1]\n", '["x","y"]\n'])(
		"are kept as far as they can be read: after %j",
		async (damage) => {
			const { begin, directory, warnings } = journalled();
			await storeOnce(begin(), 1, "a", storing);
			for (const name of readdirSync(directory)) appendFileSync(join(directory, name), damage);
			expect(await storeOnce(begin(), 1, "a", storing)).toEqual(DUPLICATE);
			expect(warnings).toEqual([]);
		},
	);

	it("are not kept when they cannot be written, which is logged once", async () => {
		const { begin, directory, warnings } = journalled();
		writeFileSync(directory, "not a directory");
		const ids = begin();
		expect([await storeOnce(ids, 1, "a", storing), await storeOnce(ids, 1, "a", storing)]).toEqual([
			STORED,
			DUPLICATE,
		]);
		expect([...new Set(warnings)]).toEqual(["Ids of stored events could not be saved"]);
	});
});
