import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { BackupTarget } from "./backup-target.ts";
import type { FrozenProduct } from "./frozen-product.ts";
import { manifestPath } from "./manifest.ts";
import { pruneBackups } from "./prune-backups.ts";
import { findBackup, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const root = mkdtempSync(join(tmpdir(), "write-backup-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A target in memory that records writes. */
const memoryTarget = (free?: number) => {
	const files = new Map<string, { bytes: Uint8Array; writtenAt: number }>();
	const written: string[] = [];
	const target: BackupTarget = {
		name: "memory",
		list: async () =>
			new Map(
				[...files].map(([name, { bytes, writtenAt }]) => [
					name,
					{ bytes: bytes.length, writtenAt },
				]),
			),
		read: async (name) => files.get(name)?.bytes,
		write: async (name, bytes) => {
			written.push(name);
			files.set(name, { bytes: new Uint8Array(bytes), writtenAt: Date.now() });
		},
		flush: async () => {},
		remove: async (names) => {
			for (const name of names) files.delete(name);
		},
		free: () => free,
	};
	return { target, files, written };
};

let from: string;
let rounds = 0;
beforeEach(() => {
	from = join(root, String(++rounds));
	for (const part of ["one", "other"]) {
		mkdirSync(join(from, part), { recursive: true });
		writeFileSync(join(from, part, "data.bin"), part.repeat(100));
		writeFileSync(join(from, part, "checksums.txt"), `of ${part}`);
	}
	writeFileSync(join(from, "secret"), "the secret");
});

const product = (at: string, ...parts: string[]): FrozenProduct => ({
	...{ at, pausedMs: 0, directory: from, elsewhere: [] },
	trees: [
		...parts.map((part) => ({
			...{ path: `store/engine/store/abc/${part}`, from: join(from, part), kind: "part" as const },
		})),
		{ path: "secret", from: join(from, "secret"), kind: "other" },
	],
});
const write = (target: BackupTarget, frozen: FrozenProduct, requireHeld = () => {}) =>
	writeBackup({
		...{ target, product: frozen, version: "1.0.0", secret: "0".repeat(64) },
		...{ progress: () => {}, requireHeld },
	});
const [FIRST, SECOND] = ["2026-11-21T10:00:00.000Z", "2026-11-22T10:00:00.000Z"];

describe("a backup", () => {
	it("writes its manifest last, and does not rewrite what an earlier one has", async () => {
		const { target, written } = memoryTarget();
		const first = await write(target, product(FIRST, "one"));
		expect(written.at(-1)).toBe(manifestPath(first.name));
		const before = written.length;
		const second = await write(target, product(SECOND, "one", "other"));
		// The other part and the manifest.
		expect(written.slice(before)).toHaveLength(2);
		expect(second.writtenBytes).toBeLessThan(second.bytes);
	});

	it("distinguishes parts of the same name by content", async () => {
		const { target, written } = memoryTarget();
		await write(target, product(FIRST, "one"));
		const before = written.length;
		writeFileSync(join(from, "one", "checksums.txt"), "another");
		await write(target, product(SECOND, "one"));
		expect(written.slice(before)).toHaveLength(2);
	});

	it("reuses nothing from an interrupted one", async () => {
		const { target, files, written } = memoryTarget();
		const { name } = await write(target, product(FIRST, "one"));
		files.delete(manifestPath(name));
		const before = written.length;
		await write(target, product(SECOND, "one"));
		expect(written.slice(before)).toHaveLength(3);
	});

	it("is refused if it does not fit, before anything is written", async () => {
		const { target, written } = memoryTarget(1_000_000);
		await expect(write(target, product(FIRST, "one"))).rejects.toThrow(
			/^memory: the backup needs 16\.8 MB, but only 1\.0 MB are free; free up space, or choose a target on another disk$/,
		);
		expect(written).toEqual([]);
	});

	it("stays incomplete if its source disappears", async () => {
		const { target, files } = memoryTarget();
		let asked = 0;
		const requireHeld = () => {
			if (++asked > 1) throw new Error("gone");
		};
		await expect(write(target, product(FIRST, "one"), requireHeld)).rejects.toThrow("gone");
		expect([...files.keys()].filter((name) => name.startsWith("backups/"))).toEqual([]);
	});
});

describe("older backups", () => {
	it("are removed with the files that no other backup needs", async () => {
		const { target, files } = memoryTarget();
		const first = await write(target, product(FIRST, "one", "other"));
		await write(target, product(SECOND, "one"));
		const before = files.size;
		expect(await pruneBackups(target, 1, Date.now())).toEqual([first.name]);
		// Its manifest, and the part that the other backup does not have.
		expect(files.size).toBe(before - 2);
		const found = await findBackup(target, undefined, "1.0.0");
		const dataDirectory = join(root, `restored-${rounds}`);
		await restoreBackup({ target, backup: found, dataDirectory, progress: () => {} });
		expect(readFileSync(join(dataDirectory, "store/engine/store/abc/one/data.bin"), "utf8")).toBe(
			"one".repeat(100),
		);
	});

	it("keep files of a possible backup in progress for a day", async () => {
		const { target, files } = memoryTarget();
		await write(target, product(FIRST, "one"));
		await target.write("objects/aa/left", Buffer.from("left"));
		await pruneBackups(target, 1, Date.now());
		expect(files.has("objects/aa/left")).toBe(true);
		await pruneBackups(target, 1, Date.now() + 2 * 86_400_000);
		expect(files.has("objects/aa/left")).toBe(false);
	});
});

describe("a restore", () => {
	it("is refused for a newer version's backup, naming the version", async () => {
		const { target } = memoryTarget();
		await write(target, product(FIRST, "one"));
		await expect(findBackup(target, undefined, "0.9.9")).rejects.toThrow(
			/was made by a newer version, 1\.0\.0, and this is 0\.9\.9/,
		);
	});
});
