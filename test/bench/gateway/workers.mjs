import { spawn } from "node:child_process";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { median } from "../measuring/median.mjs";
import { rolesOf } from "../measuring/process-figures.mjs";
import { usedBy } from "../measuring/process-tree.mjs";
import { LOAD_SCRIPT, loadResult } from "./load.mjs";

/**
 * What an event costs gateways of one worker and of several, alternating, at fixed rates per worker: CPU of all gateway
 * processes, including the one that hands out connections. WORKERS (2), RATES for each (2500,7500), CONNECTIONS for
 * each (128), SECONDS and ROUNDS change the run. Fails when a reply was no 200.
 */

const WORKERS = Number(process.env.WORKERS ?? 2);
const RATES = (process.env.RATES ?? "2500,7500").split(",").map(Number);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 128);
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const WARM_UP_SECONDS = 3;

const gatewayOf = async (workers) => {
	const product = await startBuiltProduct({
		TRUST_PROXY: "loopback",
		GATEWAY_WORKERS: String(workers),
	});
	const cpuSeconds = () => usedBy(rolesOf(product.child.pid).get("gateway")).cpuSeconds;
	return { workers, cpuSeconds, ...product };
};

const measure = async ({ url, siteId, cpuSeconds, workers }, rateOfEach) => {
	const load = {
		port: Number(url.port),
		siteId,
		seconds: SECONDS,
		warmUpSeconds: WARM_UP_SECONDS,
		rate: rateOfEach * workers,
		connections: CONNECTIONS * workers,
	};
	const child = spawn(process.execPath, [LOAD_SCRIPT, JSON.stringify(load)], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	let before = 0;
	const run = await loadResult(child, () => {
		before = cpuSeconds();
	});
	if (run.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(run.refused)}`);
	return { ...run, cpuMicroseconds: ((cpuSeconds() - before) / run.replies) * 1e6 };
};

const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

const gateways = [await gatewayOf(1), await gatewayOf(WORKERS)];
try {
	row("events/s", "workers", "p50 ms", "p99 ms", "CPU µs per event", "÷ one");
	row(...Array(6).fill("---:"));
	for (const rate of RATES) {
		const runs = gateways.map(() => []);
		for (let round = 0; round < ROUNDS; round++)
			for (const [index, gateway] of gateways.entries())
				runs[index].push(await measure(gateway, rate));
		const [one] = runs.map((its) => median(its.map(({ cpuMicroseconds }) => cpuMicroseconds)));
		for (const [index, { workers }] of gateways.entries()) {
			const of = (name) => median(runs[index].map((run) => run[name]));
			const cpu = of("cpuMicroseconds");
			const shown = [of("p50"), of("p99"), cpu].map((value) => value.toFixed(1));
			row(of("requestsPerSecond").toFixed(0), workers, ...shown, (cpu / one).toFixed(2));
		}
	}
} finally {
	for (const gateway of gateways) await gateway.end();
}
