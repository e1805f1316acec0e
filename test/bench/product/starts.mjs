import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { median } from "../measuring/median.mjs";
import { memoryMegabytesOf, usedBy } from "../measuring/process-tree.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * How long the product takes until it is ready, on an empty data directory and on the same directory again, with the
 * CPU time of all its processes; and how much memory they hold when idle. ROUNDS and IDLE_SECONDS change the run.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const IDLE_SECONDS = Number(process.env.IDLE_SECONDS ?? 60);

const figures = { "first start": [], "later start": [] };
const idle = [];

const start = async (name, directory, before) => {
	const since = performance.now();
	const product = await startBuiltProduct({}, directory);
	const seconds = (performance.now() - since) / 1000;
	figures[name].push({ seconds, cpuSeconds: usedBy(product.child.pid).cpuSeconds });
	await before?.(product.child.pid);
	await product.end();
};

for (let round = 0; round < ROUNDS; round++) {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
	await start("first start", directory);
	await start("later start", directory, async (pid) => {
		if (round > 0) return;
		await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000));
		idle.push(memoryMegabytesOf(pid));
	});
	rmSync(directory, { recursive: true });
}

const rows = Object.entries(figures).map(([name, starts]) => {
	const of = (figure) => median(starts.map((each) => each[figure])).toFixed(2);
	return [name, `${of("seconds")} s`, `${of("cpuSeconds")} s`, ""];
});
printTable(
	`Medians of ${ROUNDS}.`,
	["", "until ready", "CPU", "memory"],
	[...rows, [`idle after ${IDLE_SECONDS} s`, "", "", `${median(idle).toFixed(0)} MB`]],
);
