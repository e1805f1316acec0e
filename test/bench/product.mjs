import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { startBuiltProduct } from "./built-product.mjs";
import { LOAD_SCRIPT, loadResult } from "./load.mjs";
import { usedBy } from "./process-tree.mjs";

/**
 * What the whole product takes on the whole machine, gateway and backend together, beside a bare `node:http` server that
 * only parses; the load runs on the same machine. First single events as fast as they are answered, with few and many
 * connections, both servers in turns; then open loop, at two fixed rates and at shares of the product's own rate. CPU is
 * that of all processes of a server, as are the bytes that they let the system write. Fails when a reply was no 200 or
 * an acknowledged event is not in the reports at the end. SECONDS, ROUNDS, CONNECTIONS, RATES and SHARES change the run.
 */

const numbers = (text) => text.split(",").filter(Boolean).map(Number);
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONNECTIONS = numbers(process.env.CONNECTIONS ?? "16,64,256,768");
const RATES = numbers(process.env.RATES ?? "2000,10000");
const SHARES = numbers(process.env.SHARES ?? "0.3,0.5,0.7,0.9");
const WARM_UP_SECONDS = Number(process.env.WARM_UP ?? 3);
const OPEN_LOOP_CONNECTIONS = 256;
const STORED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;

const bareServer = async () => {
	const script = fileURLToPath(new URL("gateway-bare.mjs", import.meta.url));
	const child = spawn(process.execPath, [...GATEWAY_NODE_OPTIONS, script], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const [{ port }] = await once(child, "message");
	return { port, pid: child.pid, settled: async () => undefined, end: () => child.kill() };
};

let acknowledged = 0;

const wholeProduct = async () => {
	const product = await startBuiltProduct({ TRUST_PROXY: "loopback" });
	const { url, siteId, apiKey, child } = product;
	const figure = async (report, name) => {
		const address = new URL(`/api/sites/${siteId}/${report}`, url);
		const response = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` } });
		if (response.status !== 200)
			throw new Error(`${report}: ${response.status} ${await response.text()}`);
		return Number((await response.json()).data[name]);
	};
	/** Until all that was acknowledged is in the reports, as views or as bots' requests. */
	const settled = async () => {
		const giveUpAt = performance.now() + STORED_WITHIN_MS;
		for (;;) {
			const stored =
				(await figure("overview", "pageviews")) + (await figure("bots/overview", "bot_requests"));
			if (stored === acknowledged) return;
			if (stored > acknowledged || performance.now() > giveUpAt)
				throw new Error(`${acknowledged} events were acknowledged, ${stored} are stored`);
			await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
		}
	};
	return { port: Number(url.port), siteId, pid: child.pid, settled, end: product.end };
};

const measure = async ({ port, siteId, pid, settled }, options) => {
	const child = spawn(
		process.execPath,
		[
			LOAD_SCRIPT,
			JSON.stringify({
				port,
				siteId,
				seconds: SECONDS,
				warmUpSeconds: WARM_UP_SECONDS,
				...options,
			}),
		],
		{ stdio: ["ignore", "inherit", "inherit", "ipc"] },
	);
	let before;
	const run = await loadResult(child, () => {
		before = usedBy(pid);
	});
	const after = usedBy(pid);
	if (run.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(run.refused)}`);
	if (siteId !== undefined) acknowledged += run.allReplies;
	await settled();
	return {
		...run,
		cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) / run.replies) * 1e6,
		writtenBytes: (after.writtenBytes - before.writtenBytes) / run.replies,
	};
};

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
const medians = (runs) => {
	const of = (name) => median(runs.map((run) => run[name]));
	return {
		rate: of("requestsPerSecond"),
		latency: [of("p50").toFixed(1), of("p99").toFixed(1)],
		late: of("lateP99").toFixed(1),
		used: [of("cpuMicroseconds").toFixed(0), of("writtenBytes").toFixed(0)],
	};
};
const inTurns = async (servers, options) => {
	const runs = servers.map(() => []);
	for (let round = 0; round < ROUNDS; round++)
		for (const [index, server] of servers.entries())
			runs[index].push(await measure(server, options));
	return runs.map(medians);
};

const bare = await bareServer();
const product = await wholeProduct();
try {
	const rates = new Map();
	row(
		"connections",
		"bare/s",
		"product/s",
		"product ÷ bare",
		"p50 ms",
		"p99 ms",
		"CPU µs",
		"bytes",
	);
	row(...Array(8).fill("---:"));
	for (const connections of CONNECTIONS) {
		const [of, its] = await inTurns([bare, product], { connections });
		rates.set(connections, its.rate);
		const ratio = (its.rate / of.rate).toFixed(2);
		row(connections, of.rate.toFixed(0), its.rate.toFixed(0), ratio, ...its.latency, ...its.used);
	}
	const full = rates.get(OPEN_LOOP_CONNECTIONS);
	const shares = full === undefined ? [] : SHARES.map((share) => Math.round(full * share));
	console.log("");
	row("events/s", "share", "p50 ms", "p99 ms", "left late, p99 ms", "CPU µs", "bytes");
	row(...Array(7).fill("---:"));
	for (const [index, rate] of [...RATES, ...shares].entries()) {
		const [its] = await inTurns([product], { rate, connections: OPEN_LOOP_CONNECTIONS });
		const share = SHARES[index - RATES.length];
		const shown = share === undefined ? "" : `${share * 100} %`;
		row(its.rate.toFixed(0), shown, ...its.latency, its.late, ...its.used);
	}
	console.log(`\n${acknowledged} events were acknowledged, and all of them are stored.`);
} finally {
	bare.end();
	await product.end();
}
