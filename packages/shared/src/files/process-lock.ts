import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { jsonValue } from "../json-value.ts";
import { unlessMissing } from "./unless-missing.ts";

/** Another living process holds the lock; the message names its pid and the file. */
export class ProcessLockError extends Error {
	override name = "ProcessLockError";
	readonly pid: number;

	constructor(message: string, pid: number) {
		super(message);
		this.pid = pid;
	}
}

interface Holder {
	pid: number;
	/** When that process started, in whatever form the system reports it: pids are reused, this pair is not. */
	started: string;
	purpose: string;
	/** The process that supervises it, and without which it ends; absent for an unsupervised one. */
	parent?: { pid: number; started: string };
}

/** How long an orphan may take to close in good order before it is killed. */
const LEAVES_WITHIN_MS = 3_000;
/** A killed process is gone at once, unless it waits for disk or processor: a backend runs at lower priority. */
const DIES_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

const statOf = (pid: number): string[] => {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The command name, the second field, may contain blanks and brackets; the fields after its last bracket are plain.
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const onLinux = (pid: number): string => {
	const { 0: state, 17: threads, 19: started } = statOf(pid);
	// In a killed process, the first thread may be dead while others still hold its files.
	if (state === "X" || (state === "Z" && Number(threads) <= 1)) return "";
	return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${started}`;
};

/** "" when no such process lives. */
const startOf = (pid: number): string => {
	try {
		return process.platform === "linux"
			? onLinux(pid)
			: execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim();
	} catch {
		return "";
	}
};

/** The parent of a process now; NaN when it is gone. */
const parentOf = (pid: number): number => {
	try {
		return process.platform === "linux"
			? Number(statOf(pid)[1])
			: Number(execFileSync("ps", ["-p", String(pid), "-o", "ppid="], { encoding: "utf8" }));
	} catch {
		return Number.NaN;
	}
};

const lives = ({ pid, started }: Pick<Holder, "pid" | "started">): boolean =>
	started !== "" && startOf(pid) === started;

/** Whether the process that supervised the holder is gone, so that the holder must end as well. */
const isOrphan = ({ pid, parent }: Holder): boolean =>
	parent !== undefined && pid !== process.pid && !lives(parent) && parentOf(pid) !== parent.pid;

const isGoneWithin = (ms: number, holder: Holder): boolean => {
	const cell = new Int32Array(new SharedArrayBuffer(4));
	for (const end = performance.now() + ms; performance.now() < end; ) {
		if (!lives(holder)) return true;
		Atomics.wait(cell, 0, 0, LOOK_EVERY_MS);
	}
	return !lives(holder);
};

/** Waits for an orphan to leave, or kills it; returns whether it is gone. */
const ended = (orphan: Holder): boolean => {
	process.stderr.write(
		`Process ${orphan.pid} still uses ${orphan.purpose}, but its supervisor has ended. It is being stopped.\n`,
	);
	if (isGoneWithin(LEAVES_WITHIN_MS, orphan)) return true;
	try {
		// Checked once more, because it may have left and its pid may have been reused.
		if (lives(orphan)) process.kill(orphan.pid, "SIGKILL");
	} catch {
		// Gone meanwhile, or of another user: seen next.
	}
	return isGoneWithin(DIES_WITHIN_MS, orphan);
};

const holderOf = (text: string): Holder | undefined => {
	const { pid, started, purpose, parent } = (jsonValue(text) ?? {}) as Partial<Holder>;
	return typeof pid === "number" && typeof started === "string"
		? { pid, started, purpose: String(purpose), ...(parent && { parent }) }
		: undefined;
};

const contentOf = (path: string) => unlessMissing(() => readFileSync(path, "utf8"));

/** Whether `path` is now a second name of the file at `source`, which means that it was free. */
const linked = (source: string, path: string): boolean => {
	try {
		linkSync(source, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
};

/**
 * Moves a dead process's lock away; puts it back if another process was faster and the lock is a living one's by now.
 */
const moveAway = (path: string, stale: string): void => {
	const aside = `${path}.${randomUUID()}`;
	unlessMissing(() => renameSync(path, aside));
	try {
		const moved = contentOf(aside);
		if (moved !== undefined && moved !== stale) linked(aside, path);
	} finally {
		rmSync(aside, { force: true });
	}
};

/**
 * Takes the lock file `path` for this process, so that no second one opens what it guards. A lock whose process is gone
 * is taken over, even if its pid has been reused.
 * @param purpose what is guarded, for the error message of a second process: "the event store in /data/events"
 * @param endOrphan ends a holder whose supervisor is gone, instead of being refused
 * @returns releases the lock; calling it twice does no harm
 * @throws ProcessLockError when a living process holds it, this one included
 */
export const acquireProcessLock = (
	path: string,
	purpose: string,
	{ endOrphan = false } = {},
): (() => void) => {
	const file = resolve(path);
	const own = JSON.stringify({
		...{ pid: process.pid, started: startOf(process.pid), purpose },
		...(process.send && { parent: { pid: process.ppid, started: startOf(process.ppid) } }),
	});
	const draft = `${file}.${randomUUID()}`;
	// Written to another file and then linked, so that nobody ever reads half a lock.
	writeFileSync(draft, own, { mode: 0o600 });
	try {
		while (!linked(draft, file)) {
			const content = contentOf(file);
			if (content === undefined) continue;
			const holder = holderOf(content);
			const isEnded = () => endOrphan && holder && isOrphan(holder) && ended(holder);
			if (holder && lives(holder) && !isEnded())
				throw new ProcessLockError(
					`Process ${holder.pid} already uses ${purpose}. Stop it first, or use a separate directory for this one (lock file ${file}).`,
					holder.pid,
				);
			moveAway(file, content);
		}
	} finally {
		rmSync(draft, { force: true });
	}
	return () => {
		if (contentOf(file) === own) rmSync(file, { force: true });
	};
};
