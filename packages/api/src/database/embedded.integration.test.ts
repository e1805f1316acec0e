import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ShortageError } from "@footfall/shared/shortage";
import { childrenOf, commandOf } from "@footfall/testing/product/process-tree";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialiseDirectory } from "./embedded.ts";
import { openDatabase } from "./open.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "embedded-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a new database", () => {
	it("names the memory limit to raise when the system kills the process that creates it", async () => {
		const data = join(directory, "data");
		const making = initialiseDirectory(data);
		const refused = expect(making).rejects.toThrow(ShortageError);
		const isMaking = (pid: number) => commandOf(pid).some((word) => word.startsWith(directory));
		const makers = childrenOf(process.pid).filter(isMaking);
		expect(makers).toHaveLength(1);
		for (const pid of makers) process.kill(pid, "SIGKILL");
		await refused;
		await expect(making).rejects.toThrow(
			`The database in ${directory} could not be created, because the system killed the process`,
		);
		expect(existsSync(data)).toBe(false);
	});

	it("is readable by its user only, whatever the umask", async () => {
		const { close } = await openDatabase({ directory: join(directory, "accounts") }, () => {});
		await close();
		const data = join(directory, "accounts", "data");
		const modes = readdirSync(data, { recursive: true }).map(
			(name) => lstatSync(join(data, String(name))).mode & 0o077,
		);
		expect(modes.length).toBeGreaterThan(900);
		expect(new Set(modes)).toEqual(new Set([0]));
	});
});
