import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { bundleScript } from "@footfall/testing/bundle-script";
import { isRunning } from "@footfall/testing/product/process-tree";
import { beforeAll, expect, it } from "vitest";

let bundled: string;
beforeAll(async () => {
	bundled = pathToFileURL(await bundleScript(new URL("./guard.ts", import.meta.url))).href;
});

it("a process with a blocked event loop exits soon after its parent was killed", async () => {
	const blocked = `import(${JSON.stringify(bundled)}).then(({ guardProcess }) => {
		guardProcess(1000);
		setTimeout(() => { console.log(process.pid); for (;;); }, 500);
	})`;
	const starting = `require("node:child_process").spawn(process.execPath,
		["-e", ${JSON.stringify(blocked)}], { stdio: ["ignore", 1, 2, "ipc"] });`;
	const parent = spawn(process.execPath, ["-e", starting], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [said] = (await once(parent.stdout, "data")) as [Buffer];
	const isThere = () => isRunning(Number(said.toString()));
	await new Promise((resolve) => setTimeout(resolve, 2_000));
	expect(isThere()).toBe(true);
	parent.kill("SIGKILL");
	await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
});
