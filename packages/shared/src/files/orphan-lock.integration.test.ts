import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleScript } from "@footfall/testing/bundle-script";
import { isRunning } from "@footfall/testing/product/process-tree";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { acquireProcessLock, ProcessLockError } from "./process-lock.ts";

let bundled: string;
beforeAll(async () => {
	bundled = pathToFileURL(await bundleScript(new URL("./process-lock.ts", import.meta.url))).href;
});
const PURPOSE = "the data of the test";

let directory: string;
let path: string;
let parent: ChildProcess;
let child: number;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-orphan-"));
	path = join(directory, "lock");
});
afterEach(async () => {
	for (const pid of [parent.pid, child])
		try {
			process.kill(Number(pid), "SIGKILL");
		} catch {
			// Gone already, as it should be.
		}
	rmSync(directory, { recursive: true });
});

/** Starts a process whose child takes the lock and then blocks its event loop forever. */
const startHolder = async (how: "fork" | "spawn") => {
	const holding = `import(${JSON.stringify(bundled)}).then(({ acquireProcessLock }) => {
		acquireProcessLock(${JSON.stringify(path)}, ${JSON.stringify(PURPOSE)});
		console.log(process.pid);
		for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
	})`;
	const stdio = how === "fork" ? ["ignore", 1, 2, "ipc"] : ["ignore", 1, 2];
	const starting = `require("node:child_process").spawn(process.execPath,
		["-e", ${JSON.stringify(holding)}], { stdio: ${JSON.stringify(stdio)} });`;
	parent = spawn(process.execPath, ["-e", starting], { stdio: ["ignore", "pipe", "inherit"] });
	const [said] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
	child = Number(said.toString());
};

const killParent = async () => {
	parent.kill("SIGKILL");
	await once(parent, "exit");
};
const take = () => acquireProcessLock(path, PURPOSE, { endOrphan: true });
const isAlive = () => isRunning(child);

it("a lock held by a blocked process whose supervisor was killed is taken over, and that process is killed", async () => {
	await startHolder("fork");
	await killParent();
	const release = take();
	expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
	expect(isAlive()).toBe(false);
	release();
});

it("a lock held by a supervised process is refused while its supervisor lives", async () => {
	await startHolder("fork");
	expect(take).toThrow(ProcessLockError);
	expect(isAlive()).toBe(true);
});

it("a lock held by an unsupervised process is refused, even when its parent process is gone", async () => {
	await startHolder("spawn");
	await killParent();
	expect(take).toThrow(ProcessLockError);
	expect(isAlive()).toBe(true);
});

it("a lock held by an orphan is refused if orphans are not to be killed", async () => {
	await startHolder("fork");
	await killParent();
	expect(() => acquireProcessLock(path, PURPOSE)).toThrow(ProcessLockError);
	expect(isAlive()).toBe(true);
});
