import { isRunning } from "@footfall/testing/product/process-tree";
import { createTemporaryDirectory, startProduct } from "@footfall/testing/product/product";
import { afterAll, expect, it } from "vitest";

const data = createTemporaryDirectory();
afterAll(() => data.remove());

it("a product starts although its killed predecessor left a hanging backend that holds the store", async () => {
	const first = await startProduct(data.path);
	const backend = first.pidOf("backend");
	// Simulates a backend that waits in the engine's exit handlers: it does nothing any more and does not exit.
	process.kill(backend, "SIGSTOP");
	await first.stop("SIGKILL");
	expect(isRunning(backend)).toBe(true);
	const second = await startProduct(data.path);
	expect(isRunning(backend)).toBe(false);
	expect(second.output()).toContain(`Process ${backend} still uses the event store`);
	expect(await second.stop()).toBe(0);
});
