import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireProcessLock, ProcessLockError } from "./process-lock.ts";

let directory: string;
let path: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-lock-"));
	path = join(directory, "lock");
});
afterEach(() => rmSync(directory, { recursive: true }));

const heldBy = (pid: number, started: string) =>
	writeFileSync(path, JSON.stringify({ pid, started, purpose: "the test" }));
const statOf = (pid: number) => {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};
/** When a process started, as recorded in a lock. */
const startedOf = (pid: number): string => {
	acquireProcessLock(path, "the test");
	const own = JSON.parse(readFileSync(path, "utf8"));
	return `${own.started.split("/")[0]}/${statOf(pid)[19]}`;
};

const PYTHON = "/usr/bin/python3";
/** Ends only its first thread, by the corresponding system call. */
const HEADLESS = `
import ctypes, platform, threading, time
threading.Thread(target=time.sleep, args=(60,)).start()
print("up", flush=True)
ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)`;

describe("a process lock", () => {
	it("is free again after its release", () => {
		acquireProcessLock(path, "the test")();
		const release = acquireProcessLock(path, "the test");
		release();
		release();
		expect(readdirSync(directory)).toEqual([]);
	});

	it("refuses a second holder, with the first one's pid and what it guards", () => {
		const release = acquireProcessLock(path, "the data in /here");
		expect(() => acquireProcessLock(path, "the data in /here")).toThrow(
			new ProcessLockError(
				`Process ${process.pid} already uses the data in /here. Stop it first, or use a separate directory for this one (lock file ${path}).`,
				process.pid,
			),
		);
		release();
	});

	it("refuses while another process is alive, and is taken over when that was killed", async () => {
		const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"]);
		await once(other.stdout, "data");
		heldBy(Number(other.pid), startedOf(Number(other.pid)));
		expect(() => acquireProcessLock(path, "the test")).toThrow(ProcessLockError);
		other.kill("SIGKILL");
		await once(other, "exit");
		acquireProcessLock(path, "the test")();
		expect(readdirSync(directory)).toEqual([]);
	});

	it.runIf(existsSync(PYTHON))(
		"refuses while a process whose first thread is dead has living threads, which may have files open",
		async () => {
			const other = spawn(PYTHON, ["-c", HEADLESS]);
			const pid = Number(other.pid);
			await once(other.stdout, "data");
			await expect.poll(() => statOf(pid)[0]).toBe("Z");
			heldBy(pid, startedOf(pid));
			expect(() => acquireProcessLock(path, "the test")).toThrow(ProcessLockError);
			other.kill("SIGKILL");
			await once(other, "exit");
			acquireProcessLock(path, "the test")();
		},
	);

	it("is taken over from a process that is gone", () => {
		const { pid } = spawnSync(process.execPath, ["-e", ""]);
		heldBy(pid, "whenever");
		acquireProcessLock(path, "the test")();
	});

	it("is taken over when the pid belongs to a process that started at another time", () => {
		heldBy(process.pid, "before the last boot");
		acquireProcessLock(path, "the test")();
	});

	it.each(["", "{", "null", '{"pid":"1"}'])("is taken over when it contains %j", (content) => {
		writeFileSync(path, content);
		acquireProcessLock(path, "the test")();
	});

	it("is left alone when another process has taken it over meanwhile", () => {
		const release = acquireProcessLock(path, "the test");
		heldBy(1, "someone else");
		release();
		expect(readdirSync(directory)).toEqual(["lock"]);
	});
});
