import { commandOf } from "@footfall/testing/product/process-tree";
import { startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import { afterAll, expect, it } from "vitest";

const data = temporaryDirectory();
afterAll(() => data.remove());

/** One that has ended keeps its id, without a command, until somebody asks for its exit code: in a container perhaps for ever. */
const runs = (pid: number) => commandOf(pid).join("") !== "";

it("a product starts although the killed one before it left a backend that hangs and keeps the store", async () => {
	const first = await startProduct(data.path);
	const backend = first.pidOf("backend");
	// Stands for one that waits in the engine's exit handlers: it does nothing any more and does not end.
	process.kill(backend, "SIGSTOP");
	await first.stop("SIGKILL");
	expect(runs(backend)).toBe(true);
	const second = await startProduct(data.path);
	expect(runs(backend)).toBe(false);
	expect(second.output()).toContain(`Process ${backend} still uses the event store`);
	expect(await second.stop()).toBe(0);
});
