import { execFileSync } from "node:child_process";
import {
	closeSync,
	existsSync,
	ftruncateSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

const SOURCE = fileURLToPath(new URL("./forgetful-disk.c", import.meta.url));

const answers = (program: string) => {
	try {
		execFileSync(program, ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};

/** Why file writes cannot be intercepted here, if so. */
export const missingForgetfulDisk = (): MissingEngine => {
	if (process.platform !== "linux") return { name: "cc", reason: "no LD_PRELOAD but on Linux" };
	return answers("cc")
		? undefined
		: { name: "cc", reason: "no C compiler (apt-get install gcc libc6-dev)" };
};

/** The faults of a disk; the last one ends its process. */
export type DiskFault = "eio" | "nospace" | "sync fails" | "ignores syncs" | "dies in a sync";

/** A layer under the files of a child process that forgets unsynced writes when its power is cut. */
export interface ForgetfulDisk {
	/** Environment variables for the child. */
	environment: Record<string, string>;
	fault(fault: DiskFault | undefined): void;
	/** After a kill: keeps all, a part or nothing of each unsynced write. Resolves to how many were undone. */
	cutPower(random: () => number): number;
	remove(): void;
}

interface Overwritten {
	offset: number;
	length: number;
	sizeBefore: number;
	before: Buffer;
}

const HEAD_BYTES = 32;
const SECTOR_BYTES = 512;

const readLog = (path: string): Overwritten[] => {
	const entries: Overwritten[] = [];
	if (!existsSync(path)) return entries;
	const log = readFileSync(path);
	for (let at = 0; at + HEAD_BYTES <= log.length; ) {
		const number = (index: number) => Number(log.readBigUInt64LE(at + 8 * index));
		const there = number(2);
		const before = log.subarray(at + HEAD_BYTES, at + HEAD_BYTES + there);
		// A truncated entry was being recorded when the child died: its write had not begun.
		if (before.length === there)
			entries.push({ offset: number(0), length: number(1), sizeBefore: number(3), before });
		at += HEAD_BYTES + there;
	}
	return entries;
};

/** Restores the earlier content by sectors, since a disk writes whole sectors. */
const undo = (
	descriptor: number,
	{ offset, length, before }: Overwritten,
	random: () => number,
) => {
	const keepsFrom =
		random() < 0.5 ? 0 : Math.floor((random() * length) / SECTOR_BYTES) * SECTOR_BYTES;
	const blank = Buffer.alloc(Math.max(0, length - before.length));
	const bytes = Buffer.concat([before, blank]).subarray(keepsFrom);
	writeSync(descriptor, bytes, 0, bytes.length, offset + keepsFrom);
};

/** Applies a power cut to a file by its journal: returns the number of writes that were undone. */
const cutFile = (file: string, notes: string, isNew: boolean, random: () => number): number => {
	const entries = readLog(notes);
	if (isNew && random() < 0.5) {
		rmSync(file, { force: true });
		return entries.length;
	}
	if (entries.length === 0 || !existsSync(file)) return 0;
	const descriptor = openSync(file, "r+");
	let undone = 0;
	for (const entry of entries.reverse()) {
		if (random() < 0.2) continue;
		undo(descriptor, entry, random);
		undone++;
	}
	const [oldest] = entries.slice(-1);
	if (oldest && random() < 0.5) ftruncateSync(descriptor, oldest.sizeBefore);
	closeSync(descriptor);
	return undone;
};

/** Compiles the layer for the files in `folder`; its child processes must be started with `environment`. */
export const createForgetfulDisk = (folder: string): ForgetfulDisk => {
	const directory = mkdtempSync(join(tmpdir(), "forgetful-"));
	const library = join(directory, "forgetful-disk.so");
	const log = join(directory, "log");
	const faultFile = join(directory, "fault");
	mkdirSync(log);
	execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl", "-lpthread"]);
	return {
		environment: {
			LD_PRELOAD: library,
			FORGETFUL_DIRECTORY: folder,
			FORGETFUL_LOG: log,
			FORGETFUL_FAULT: faultFile,
		},
		fault: (fault) => {
			rmSync(faultFile, { force: true });
			if (fault === undefined) return;
			const name = {
				eio: "e",
				nospace: "n",
				"sync fails": "s",
				"ignores syncs": "i",
				"dies in a sync": "c",
			}[fault];
			const descriptor = openSync(faultFile, "w");
			writeSync(descriptor, name);
			closeSync(descriptor);
		},
		cutPower: (random) => {
			const notes = readdirSync(log);
			const files = new Set(notes.map((name) => name.replace(/\.new$/, "")));
			let undone = 0;
			for (const name of files) {
				const file = name.replaceAll("%", "/");
				undone += cutFile(file, join(log, name), notes.includes(`${name}.new`), random);
			}
			for (const name of notes) rmSync(join(log, name));
			return undone;
		},
		remove: () => rmSync(directory, { recursive: true }),
	};
};
