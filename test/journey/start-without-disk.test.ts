import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingMount } from "@footfall/testing/disk/missing-mount";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";

const DISK_BYTES = 64 * 1024;
const SECRET = "a secret that needs no disk to be kept on";

describeWithEngine("a start without a writable disk", missingMount(), () => {
	const root = createTemporaryDirectory();
	const disk = join(root.path, "disk");
	const mount = (options: string) =>
		execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]);
	afterAll(root.remove);
	beforeEach(() => {
		mkdirSync(disk, { recursive: true });
	});
	afterEach(() => {
		execFileSync("umount", ["-l", disk]);
	});

	const endOf = async (command: string, DATA_DIR = disk, more: NodeJS.ProcessEnv = {}) => {
		const process = runCommand([command], { DATA_DIR, PORT: "0", ...more });
		const { code } = await process.ended;
		return [code, process.output()];
	};

	it.each(["start", "gateway", "backend"])(
		"fails with one sentence from footfall %s when the disk is read-only",
		async (command) => {
			mount(`size=${DISK_BYTES},ro`);
			const fault = (path: string) => [78, `${path}: the disk is read-only\n`];
			expect(await endOf(command)).toEqual(fault(disk));
			const below = join(disk, "data");
			expect(await endOf(command, below, { SECRET })).toEqual(fault(below));
		},
	);

	it("fails with one sentence when the disk is full", async () => {
		mount(`size=${DISK_BYTES}`);
		expect(() => writeFileSync(join(disk, "lost+found"), Buffer.alloc(2 * DISK_BYTES))).toThrow();
		expect(await endOf("start")).toEqual([
			78,
			`${disk}: the disk is full; free up space and run the command again\n`,
		]);
	});
});
