import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { fileDigests } from "@footfall/testing/disk/file-digests";
import { testDirectory } from "@footfall/testing/test-directory";
import { describe, expect, it } from "vitest";
import { openEmbeddedQueue } from "./embedded-queue.ts";
import { refuseLmdbQueue } from "./refuse-lmdb-queue.ts";

describe("the queue of 0.1.0", () => {
	it("is refused with the way to this version, and stays as it is", () => {
		const directory = testDirectory();
		for (const name of ["queue.mdb", "queue.mdb-lock"]) writeFileSync(join(directory, name), name);
		const before = fileDigests(directory);
		expect(() => openEmbeddedQueue({ directory })).toThrow(
			new EnvironmentError(
				`${directory}/queue.mdb is a queue of Footfall 0.1.0, which this version cannot read; nothing was changed. Start version 0.3.0 on this data once, which takes the queue over and loads it, stop it, and start this version again: docs/upgrade.md has the commands under "From 0.1.0".`,
			),
		);
		expect(fileDigests(directory)).toEqual(before);
	});

	it("is refused even if 0.3.0 was interrupted after it had copied the records", () => {
		const directory = testDirectory();
		writeFileSync(join(directory, "queue.mdb"), "");
		mkdirSync(join(directory, "old-0123456789abcdef"));
		expect(() => refuseLmdbQueue(directory)).toThrow(EnvironmentError);
	});

	it("is not mistaken for one that 0.3.0 has taken over, or for none", () => {
		const directory = testDirectory();
		mkdirSync(join(directory, "old-0123456789abcdef"));
		writeFileSync(join(directory, "queue.mdb-lock"), "");
		expect(() => refuseLmdbQueue(directory)).not.toThrow();
		expect(() => refuseLmdbQueue(join(directory, "missing"))).not.toThrow();
	});
});
