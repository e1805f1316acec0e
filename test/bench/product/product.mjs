import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { LOAD_SCRIPT, loadResult } from "../gateway/load.mjs";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { median } from "../measuring/median.mjs";
import { usedBy } from "../measuring/process-tree.mjs";

/**
 * The throughput of the whole product on the whole machine, gateway and backend together, beside a bare `node:http`
 * server that only parses; the load runs on the same machine. First single events as fast as they are answered, with
 * few and many connections, both servers alternating; then open loop, at two fixed rates and at shares of the product's
 * own rate. CPU is that of all processes of a server, as are the bytes that they write to disk. Fails when a reply was
 * no 200 or an acknowledged event is not in the reports at the end. SECONDS, ROUNDS, CONNECTIONS, RATES and SHARES
 * change the run; BEFORE, the entry file of an older build, includes that build in the same rounds.
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
	const script = fileURLToPath(new URL("../gateway/gateway-bare.mjs", import.meta.url));
	const child = spawn(process.execPath, [...GATEWAY_NODE_OPTIONS, script], {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const [{ port }] = await once(child, "message");
	const settled = async () => undefined;
	return { name: "bare", port, pid: child.pid, settled, acknowledged: 0, end: () => child.kill() };
};

const wholeProduct = async (name, command) => {
	const product = await startBuiltProduct({ TRUST_PROXY: "loopback" }, undefined, command);
	const { url, siteId, apiKey, child } = product;
	const figure = async (report, name) => {
		const address = new URL(`/api/sites/${siteId}/${report}`, url);
		const response = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` } });
		if (response.status !== 200)
			throw new Error(`${report}: ${response.status} ${await response.text()}`);
		return Number((await response.json()).data[name]);
	};
	/** Waits until everything acknowledged is in the reports, as views or as bots' requests. */
	const settled = async (acknowledged) => {
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
	const port = Number(url.port);
	return { name, port, siteId, pid: child.pid, settled, acknowledged: 0, end: product.end };
};

const measure = async (server, options) => {
	const { port, siteId, pid } = server;
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
	server.acknowledged += run.allReplies;
	await server.settled(server.acknowledged);
	return {
		...run,
		cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) / run.replies) * 1e6,
		writtenBytes: (after.writtenBytes - before.writtenBytes) / run.replies,
	};
};

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
const products = [await wholeProduct("product", undefined)];
if (process.env.BEFORE !== undefined)
	products.unshift(await wholeProduct("before", process.env.BEFORE));
try {
	const rates = new Map();
	row("connections", "server", "events/s", "÷ bare", "p50 ms", "p99 ms", "CPU µs", "bytes");
	row("---:", "---", ...Array(6).fill("---:"));
	for (const connections of CONNECTIONS) {
		const [of, ...its] = await inTurns([bare, ...products], { connections });
		row(connections, bare.name, of.rate.toFixed(0), "", ...of.latency, of.used[0], "");
		for (const [index, { name }] of products.entries()) {
			const { rate, latency, used } = its[index];
			row(connections, name, rate.toFixed(0), (rate / of.rate).toFixed(2), ...latency, ...used);
			rates.set(connections, rate);
		}
	}
	const full = rates.get(OPEN_LOOP_CONNECTIONS);
	const shares = full === undefined ? [] : SHARES.map((share) => Math.round(full * share));
	console.log("");
	row("events/s", "share", "server", "p50 ms", "p99 ms", "left late, p99 ms", "CPU µs", "bytes");
	row("---:", "---", "---", ...Array(5).fill("---:"));
	for (const [index, rate] of [...RATES, ...shares].entries()) {
		const share = SHARES[index - RATES.length];
		const shown = share === undefined ? "" : `${share * 100} %`;
		const all = await inTurns(products, { rate, connections: OPEN_LOOP_CONNECTIONS });
		for (const [which, { name }] of products.entries()) {
			const its = all[which];
			row(its.rate.toFixed(0), shown, name, ...its.latency, its.late, ...its.used);
		}
	}
	for (const { name, acknowledged } of products)
		console.log(`\n${name}: ${acknowledged} events were acknowledged, and all of them are stored.`);
} finally {
	bare.end();
	for (const product of products) await product.end();
}
