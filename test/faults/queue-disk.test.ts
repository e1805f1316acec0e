import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript } from "@footfall/testing/bundle-script";
import {
	createForgetfulDisk,
	type DiskFault,
	type ForgetfulDisk,
	missingForgetfulDisk,
} from "@footfall/testing/disk/forgetful-disk";
import { missingMount } from "@footfall/testing/disk/missing-mount";
import { startQueueProcess } from "@footfall/testing/queue/queue-process";
import { readQueue } from "@footfall/testing/queue/read-queue";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const MEBIBYTE = 1024 * 1024;
const DISK_BYTES = 64 * MEBIBYTE;

let script: string;
let directory: string;
beforeAll(async () => {
	script = await bundleScript(
		new URL(import.meta.resolve("@footfall/testing/queue/append-to-queue")),
	);
});
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "disk-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** The names that are in the ledger but not in the queue, and those that the queue contains twice. */
const differences = async (acknowledged: Iterable<string>) => {
	const { names, damaged } = await readQueue(directory);
	const read = new Set(names);
	return {
		lost: [...acknowledged].filter((name) => !read.has(name)),
		doubled: names.length - read.size,
		damaged,
	};
};
const nothing = { lost: [], doubled: 0, damaged: 0 };

const refusals = (refused: ReadonlyMap<string, number>) =>
	[...refused.values()].reduce((sum, count) => sum + count, 0);

describeWithEngine("a disk that fails", missingForgetfulDisk(), () => {
	const ROUNDS = rounds(2, 20);
	let disk: ForgetfulDisk;
	beforeEach(() => {
		disk = createForgetfulDisk(directory);
	});
	afterEach(() => disk.remove());

	const start = (prefix: string) =>
		startQueueProcess({ script, directory, prefix, environment: disk.environment });

	it.each<DiskFault>(["nospace", "sync fails"])(
		"with %s leads to refusals and unreadiness, and is used again once it works",
		async (fault) => {
			const appending = start("a");
			try {
				for (let round = 0; round < ROUNDS; round++) {
					const before = appending.stored.size;
					await appending.until(() => appending.stored.size > before + 50);
					disk.fault(fault);
					const refused = refusals(appending.refused);
					await appending.until(
						() => refusals(appending.refused) > refused + 50 && appending.canStore() === false,
					);
					disk.fault(undefined);
					const stored = appending.stored.size;
					await appending.until(
						() => appending.stored.size > stored + 50 && appending.canStore() === true,
					);
				}
			} finally {
				await appending.kill();
			}
			disk.cutPower(createRandom(1));
			expect([...appending.refused.keys()]).toEqual(["QueueUnavailableError"]);
			expect(await differences(appending.stored)).toEqual(nothing);
		},
		300_000,
	);

	it("in the middle of a write leads to a refusal or ends the process, and neither loses anything", async (context) => {
		const acknowledged = new Set<string>();
		let ended = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const appending = start(String(round));
			await appending.until(() => appending.stored.size > 50);
			disk.fault("eio");
			await appending
				.until(() => refusals(appending.refused) > 100 && appending.canStore() === false)
				.catch(() => ended++);
			disk.fault(undefined);
			await appending.kill();
			for (const name of appending.stored) acknowledged.add(name);
			disk.cutPower(createRandom(round));
		}
		expect(await differences(acknowledged)).toEqual(nothing);
		report(
			context,
			"P3",
			`full disks, failing syncs, failing writes, ${ROUNDS} times each: 0 lost, 0 duplicated (${ended} processes ended by a failing write)`,
		);
	}, 300_000);
});

describeWithEngine("a disk of 64 MB", missingMount(), () => {
	beforeEach(() => {
		execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", directory]);
	});
	afterEach(() => {
		execFileSync("umount", ["-l", directory]);
	});

	it.each([0, 8 * MEBIBYTE])(
		"with a reserve of %i bytes fills up, refuses, loses nothing, and accepts records again once there is space",
		async (reserveBytes) => {
			const filler = join(directory, "filler");
			writeFileSync(filler, Buffer.alloc(32 * MEBIBYTE));
			const appending = startQueueProcess({ script, directory, prefix: "a", reserveBytes });
			try {
				await appending.until(
					() => refusals(appending.refused) > 50 && appending.canStore() === false,
				);
				const stored = appending.stored.size;
				rmSync(filler);
				await appending.until(
					() => appending.stored.size > stored + 200 && appending.canStore() === true,
				);
			} finally {
				await appending.kill();
			}
			expect([...appending.refused.keys()]).toEqual(["QueueUnavailableError"]);
			expect(await differences(appending.stored)).toEqual(nothing);
		},
	);

	it("can still be drained by the loader when it is full", async (context) => {
		const appending = startQueueProcess({ script, directory, prefix: "a", reserveBytes: MEBIBYTE });
		await appending.until(() => refusals(appending.refused) > 50);
		await appending.kill();
		expect(await differences(appending.stored)).toEqual(nothing);
		const again = startQueueProcess({ script, directory, prefix: "b", reserveBytes: MEBIBYTE });
		await again.until(() => again.stored.size > 200);
		await again.kill();
		expect(await differences(again.stored)).toEqual(nothing);
		report(
			context,
			"P3",
			`64 MB disk filled: ${appending.stored.size} acknowledged, 0 lost, 0 duplicated, used again`,
		);
	});
});

describe("readiness", () => {
	it("is true on a healthy disk without any traffic", async () => {
		const appending = startQueueProcess({ script, directory, prefix: "a", appenders: 0 });
		await appending.until(() => appending.canStore() !== undefined);
		await appending.kill();
		expect(appending.canStore()).toBe(true);
	});
});
