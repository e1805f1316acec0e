import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleScript } from "@footfall/testing/bundle-script";
import { afterAll, beforeAll, expect, it } from "vitest";

const directory = mkdtempSync(join(tmpdir(), "guard-"));
afterAll(() => rmSync(directory, { recursive: true }));

let bundled: string;
beforeAll(async () => {
	bundled = pathToFileURL(await bundleScript(new URL("./guard.ts", import.meta.url))).href;
});

/** A process that runs this once it is watched. */
const watched = (then: string): ChildProcess => {
	const script = join(directory, `${Math.random()}.mjs`);
	writeFileSync(
		script,
		`import { guardProcess } from ${JSON.stringify(bundled)};
		const endWatch = guardProcess(60_000).watchEventLoop({ role: "test" });
		process.on("message", () => process.exit(7));
		const block = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
		${then}
		process.send("begun");`,
	);
	return fork(script, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
};

it("kills a process whose event loop has been blocked for five seconds, and logs it", async () => {
	const child = watched(`setTimeout(() => block(60_000), 1_000);`);
	let output = "";
	child.stdout?.on("data", (text: Buffer) => {
		output += text.toString();
	});
	await once(child, "message");
	const begunAt = performance.now();
	expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
	expect(performance.now() - begunAt).toBeGreaterThan(5_000);
	expect(JSON.parse(output)).toMatchObject({ level: 50, role: "test", requests: [] });
});

it.each([
	["works for three seconds at a time", "setInterval(() => block(3_000), 3_100);"],
	["is no longer watched", "endWatch(); setTimeout(() => block(7_500), 500);"],
])("does not kill a process that %s", async (_which, then) => {
	const child = watched(then);
	await once(child, "message");
	await new Promise((resolve) => setTimeout(resolve, 7_500));
	child.send("end");
	expect(await once(child, "exit")).toEqual([7, null]);
});

it("does not kill a process that was stopped from outside", async () => {
	const child = watched("");
	await once(child, "message");
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	child.kill("SIGSTOP");
	await new Promise((resolve) => setTimeout(resolve, 7_000));
	child.kill("SIGCONT");
	await new Promise((resolve) => setTimeout(resolve, 1_500));
	child.send("end");
	expect(await once(child, "exit")).toEqual([7, null]);
});
