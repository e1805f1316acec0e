import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pause } from "@footfall/shared/waiting/pause";
import { bundleScript } from "@footfall/testing/bundle-script";
import {
	createForgetfulDisk,
	type ForgetfulDisk,
	missingForgetfulDisk,
} from "@footfall/testing/disk/forgetful-disk";
import { startQueueProcess } from "@footfall/testing/queue/queue-process";
import { readQueue } from "@footfall/testing/queue/read-queue";
import { createRandom } from "@footfall/testing/random";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { rounds } from "@footfall/testing/rounds";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";

const ROUNDS = rounds(12, 150);

describeWithEngine(
	"power cuts on a disk that forgets unsynced writes",
	missingForgetfulDisk(),
	() => {
		let script: string;
		let directory: string;
		let disk: ForgetfulDisk;

		beforeAll(async () => {
			script = await bundleScript(
				new URL(import.meta.resolve("@footfall/testing/queue/append-to-queue")),
			);
		});
		beforeEach(() => {
			directory = mkdtempSync(join(tmpdir(), "power-"));
			disk = createForgetfulDisk(directory);
		});
		afterEach(() => {
			disk.remove();
			rmSync(directory, { recursive: true });
		});

		/** Appends until a random moment, cuts the power, and resolves to what was acknowledged. */
		const appendUntilPowerCut = async (round: number, random: () => number) => {
			const process = startQueueProcess({
				script,
				directory,
				prefix: String(round),
				environment: disk.environment,
			});
			const target = 20 + Math.floor(random() * 400);
			await process.until(() => process.stored.size >= target);
			// An acknowledgement follows a sync. In every other round the cut falls between the writes of a commit and
			// the end of its sync; in the others anywhere.
			if (round % 2 === 0) {
				disk.fault("dies in a sync");
				await process.ended();
				disk.fault(undefined);
			} else {
				await pause(40 * random());
				await process.kill();
			}
			const undone = disk.cutPower(random);
			return { acknowledged: [...process.stored], undone };
		};

		it(`lose none of what was acknowledged in ${ROUNDS} rounds, and duplicate nothing`, async (context) => {
			const random = createRandom(20261121);
			const acknowledged: string[] = [];
			let cutsWithUndoneWrites = 0;
			for (let round = 0; round < ROUNDS; round++) {
				const cut = await appendUntilPowerCut(round, random);
				acknowledged.push(...cut.acknowledged);
				if (cut.undone > 0) cutsWithUndoneWrites++;
			}
			const { names, damaged } = await readQueue(directory);
			const read = new Set(names);
			expect(acknowledged.filter((name) => !read.has(name))).toEqual([]);
			expect(read.size).toBe(names.length);
			expect(damaged).toBe(0);
			expect(cutsWithUndoneWrites).toBeGreaterThanOrEqual(ROUNDS / 4);
			report(
				context,
				"P1",
				`${ROUNDS} power cuts (${cutsWithUndoneWrites} with writes undone): ${acknowledged.length} acknowledged, 0 lost, 0 duplicated`,
			);
		}, 900_000);

		it("do lose records on a disk that only claims to sync, which proves that the simulated cut is effective", async () => {
			const random = createRandom(7);
			const first = await appendUntilPowerCut(0, random);
			disk.fault("ignores syncs");
			const second = await appendUntilPowerCut(1, () => 0.3);
			const outcome = await readQueue(directory).then(
				({ names }) => new Set(names),
				() => new Set<string>(),
			);
			const lost = [...first.acknowledged, ...second.acknowledged].filter(
				(name) => !outcome.has(name),
			);
			expect(second.undone).toBeGreaterThan(0);
			expect(lost.length).toBeGreaterThan(0);
		});
	},
);
