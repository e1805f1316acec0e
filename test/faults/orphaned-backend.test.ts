import { isRunning } from "@footfall/testing/product/process-tree";
import { startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import { afterAll, expect, it } from "vitest";

const data = temporaryDirectory();
afterAll(() => data.remove());

it("a product starts although the killed one before it left a backend that hangs and keeps the store", async () => {
	const first = await startProduct(data.path);
	const backend = first.pidOf("backend");
	// Stands for one that waits in the engine's exit handlers: it does nothing any more and does not end.
	process.kill(backend, "SIGSTOP");
	await first.stop("SIGKILL");
	expect(isRunning(backend)).toBe(true);
	const second = await startProduct(data.path);
	expect(isRunning(backend)).toBe(false);
	expect(second.output()).toContain(`Process ${backend} still uses the event store`);
	expect(await second.stop()).toBe(0);
});
