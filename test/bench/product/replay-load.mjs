import { fork } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { median } from "../measuring/median.mjs";
import { cpuSecondsOf, residentMegabytesOf, rolesOf } from "../measuring/process-figures.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * What recording fifty sessions costs visitors who only send events. First the built product receives events alone and
 * beside recorders in real time, alternating, so that a noisy machine is noisy for both; then an hour of recording
 * compressed into `MINUTES` minutes, with the memory of both processes.
 */

const SESSIONS = Number(process.env.SESSIONS ?? 50);
const RATE = Number(process.env.RATE ?? 500);
const TURNS = Number(process.env.TURNS ?? 6);
const TURN_SECONDS = Number(process.env.TURN_SECONDS ?? 10);
const MINUTES = Number(process.env.MINUTES ?? 4);
/** A recorder sends every five seconds. */
const BATCHES_PER_SECOND = SESSIONS / 5;
const SAMPLE_MS = 2_000;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const product = await startBuiltProduct({ TRUST_PROXY: "loopback" });
const { url, siteId } = product;
const authorization = `Bearer ${product.apiKey}`;
const port = Number(url.port);

const configured = await fetch(new URL(`/api/sites/${siteId}/config`, url), {
	method: "PUT",
	headers: { authorization, "content-type": "application/json" },
	body: JSON.stringify({ sessionReplay: true }),
});
if (configured.status !== 200)
	throw new Error(`Replay could not be switched on: ${configured.status}`);
await pause(2_000);

const run = (script, options) =>
	new Promise((resolve, reject) => {
		const child = fork(here(script), [JSON.stringify(options)]);
		child.once("message", resolve);
		child.once("exit", (code) => code !== 0 && reject(new Error(`${script} ended with ${code}`)));
	});
const events = (seconds) =>
	run("../gateway/gateway-load.mjs", { port, seconds, connections: 32, rate: RATE, siteId });
const sender = fork(here("replay-sender.mjs"), [
	JSON.stringify({ port, sessions: SESSIONS, siteId }),
]);
const heard = () => new Promise((resolve) => sender.once("message", resolve));
await heard();
const recorders = (seconds, batchesPerSecond) => {
	sender.send({ seconds, batchesPerSecond });
	return heard();
};

const processes = [...rolesOf(product.child.pid)];
const measured = async (work) => {
	const before = processes.map(([, pid]) => cpuSecondsOf(pid));
	const result = await work();
	return {
		...result,
		cpuSeconds: processes.map(([, pid], index) => cpuSecondsOf(pid) - before[index]),
	};
};
const bytesBelow = (path) =>
	readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
		const child = join(path, entry.name);
		if (entry.isDirectory()) return sum + bytesBelow(child);
		return sum + (statSync(child, { throwIfNoEntry: false })?.size ?? 0);
	}, 0);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value) => value.toFixed(2);

const refusedIn = (results) => results.flatMap(({ refused }) => refused);
const rows = [];
const compare = (what, alone, beside) => {
	for (const quantile of ["p50", "p99"]) {
		const [without, with_] = [alone, beside].map((results) =>
			median(results.map((result) => result[quantile])),
		);
		const ratio = rounded(with_ / without);
		rows.push([`${what}: ${quantile} of replies, ms`, rounded(without), rounded(with_), ratio]);
	}
};

try {
	await events(TURN_SECONDS);
	const alone = [];
	const beside = [];
	for (let turn = 0; turn < TURNS; turn++) {
		alone.push(await measured(() => events(TURN_SECONDS)));
		beside.push(
			await measured(async () => {
				const [result, { batches }] = await Promise.all([
					events(TURN_SECONDS),
					recorders(TURN_SECONDS, BATCHES_PER_SECOND),
				]);
				return { ...result, batches };
			}),
		);
	}
	compare("in real time", alone, beside);
	for (const [index, [role]] of processes.entries()) {
		const [without, with_] = [alone, beside].map((results) =>
			mean(results.map(({ cpuSeconds }) => cpuSeconds[index])),
		);
		const perBatch = ((with_ - without) * 1000) / mean(beside.map(({ batches }) => batches));
		rows.push([
			`CPU of the ${role}, cores (${rounded(perBatch)} ms per batch)`,
			...[without / TURN_SECONDS, with_ / TURN_SECONDS, with_ / without].map(rounded),
		]);
	}

	const seconds = MINUTES * 60;
	const squeeze = 3600 / seconds;
	const samples = new Map(processes.map(([role]) => [role, []]));
	const sampling = setInterval(() => {
		for (const [role, pid] of processes) samples.get(role).push(residentMegabytesOf(pid));
	}, SAMPLE_MS);
	const hour = [];
	const recorded = recorders(seconds, BATCHES_PER_SECOND * squeeze);
	for (let turn = 0; turn < Math.floor(seconds / TURN_SECONDS) - 1; turn++)
		hour.push(await events(TURN_SECONDS));
	const { batches, bytes, statuses } = await recorded;
	clearInterval(sampling);
	console.error(
		`an hour in ${MINUTES} min: ${batches} batches, ${rounded(bytes / 1e6)} MB of JSON, answers ${JSON.stringify(statuses)}`,
	);
	compare(`an hour in ${MINUTES} min`, alone, hour);
	for (const [role, megabytes] of samples) {
		const quarter = Math.floor(megabytes.length / 4);
		const quarters = [0, 1, 2, 3].map((index) =>
			Math.round(mean(megabytes.slice(index * quarter, (index + 1) * quarter))),
		);
		rows.push([`${role} during that hour, MB by quarters`, "", quarters.join(", "), ""]);
	}
	const refused = refusedIn([...alone, ...beside, ...hour]);
	console.error(`events refused: ${refused.length === 0 ? "none" : JSON.stringify(refused)}`);
	await pause(5_000);
	const { data } = await (
		await fetch(new URL(`/api/sites/${siteId}/session-replay/list?limit=1000`, url), {
			headers: { authorization },
		})
	).json();
	console.error(
		`${data.length} recordings listed; the data directory holds ${rounded(bytesBelow(product.directory) / 1e6)} MB, events included`,
	);
	printTable(
		`${RATE} events/s; ${SESSIONS} recorders, medians of ${TURNS} turns of ${TURN_SECONDS} s each way.`,
		["", "alone", "beside recorders", "ratio"],
		rows,
	);
} finally {
	sender.disconnect();
	await product.end();
}
