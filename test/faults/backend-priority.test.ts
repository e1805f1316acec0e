import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const data = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path);
});
afterAll(async () => {
	await product?.stop();
	data.remove();
});

/** Watches the engine's memory a few times a second, and gives itself the highest priority if it may (as root). */
const MEMORY_WATCH = "MemoryWorker";

/** The nice value of a thread: the 19th field of its stat line, whose second field is its name in brackets. */
const niceOf = (pid: number, thread: string): number[] => {
	const figures = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
	if (figures.includes(`(${MEMORY_WATCH})`)) return [];
	return [Number(figures.slice(figures.lastIndexOf(")") + 2).split(" ")[16])];
};

/** The nice values of a process's threads. */
const nicesOf = (pid: number): number[] =>
	readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
		try {
			return niceOf(pid, thread);
		} catch {
			// The thread has ended meanwhile.
			return [];
		}
	});

describe("priority beside a gateway", () => {
	it("all threads of the backend have a lower priority, including those of reports", async () => {
		const usual = getPriority();
		const overview = `/api/sites/${product.siteId}/overview`;
		await Promise.all(Array.from({ length: 4 }, () => product.get(overview)));
		expect(new Set(nicesOf(product.pidOf("gateway")))).toEqual(new Set([usual]));
		const nices = nicesOf(product.pidOf("backend"));
		expect(nices.length).toBeGreaterThan(10);
		expect(new Set(nices)).toEqual(new Set([Math.min(19, usual + 10)]));
	});

	it("a restarted backend does not lower its priority twice", async () => {
		await product.kill("backend");
		await expect
			.poll(() => new Set(nicesOf(product.pidOf("backend"))), { timeout: 240_000 })
			.toEqual(new Set([Math.min(19, getPriority() + 10)]));
	}, 300_000);
});
