import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@footfall/api";
import { main, startBuiltProduct } from "../measuring/built-product.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { median } from "../measuring/median.mjs";
import { cpuSecondsOf, residentMegabytesOf, rolesOf } from "../measuring/process-figures.mjs";
import { usedBy } from "../measuring/process-tree.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * The configuration of SITES (10,000) sites with exclusions, in the built product on PGlite: how long a start takes
 * without them, with a gateway that has no snapshot, and with one that has, in wall and CPU time of all processes; how
 * long after its answer each of CHANGES (20) changed settings is live in the gateway, and the CPU time that each takes
 * in gateway and backend; the CPU time of QUIET_SECONDS (10) without a change; and the memory of the gateway at the
 * end. BEFORE names the entry file of another build to measure instead.
 */

const SITES = Number(process.env.SITES ?? 10_000);
const CHANGES = Number(process.env.CHANGES ?? 20);
const QUIET_SECONDS = Number(process.env.QUIET_SECONDS ?? 10);
const COMMAND = process.env.BEFORE ?? main;
const GOALS = { startSeconds: 6, liveMs: 1_000, gatewayMegabytes: 250 };
const POLL_MS = 5;

const directory = mkdtempSync(join(tmpdir(), "footfall-bench-"));
const start = () => startBuiltProduct({ LOG_LEVEL: "error" }, directory, COMMAND);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const addSites = async () => {
	const { database, close } = await openDatabase(
		{ directory: join(directory, "accounts") },
		() => {},
	);
	const first = await database.selectFrom("site").selectAll().executeTakeFirstOrThrow();
	const settings = (number) =>
		JSON.stringify({
			...first.settings,
			excludedIPs: ["203.0.113.7", "2001:db8::/48", `10.0.${number % 256}.0/24`],
			excludedPaths: ["/admin/**", `/preview/${number}/*`],
			excludedUserAgents: ["StatusCheck"],
			ownDomains: [`shop-${number}.example`],
			tags: ["bench"],
		});
	const row = (number) => ({
		id: number.toString(16).padStart(12, "0"),
		name: `Site ${number}`,
		domain: `site-${number}.example.com`,
		organizationId: first.organizationId,
		createdBy: first.createdBy,
		settings: settings(number),
	});
	for (let made = 0; made < SITES; made += 1_000) {
		const many = Math.min(1_000, SITES - made);
		const rows = Array.from({ length: many }, (_, index) => row(made + index));
		await database.insertInto("site").values(rows).execute();
	}
	await close();
};

const timed = async (work) => {
	const since = performance.now();
	const result = await work();
	return { result, ms: performance.now() - since };
};

const starts = [];
const measuredStart = async (name) => {
	const { result, ms } = await timed(start);
	starts.push({ name, seconds: ms / 1_000, cpuSeconds: usedBy(result.child.pid).cpuSeconds });
	return result;
};

const { apiKey, siteId, end } = await start();
await end();
await (await measuredStart("without them")).end();
await addSites();
rmSync(join(directory, "gateway", "configuration.json"));
await (await measuredStart("with them, none kept by the gateway")).end();
const product = await measuredStart("with them, kept by the gateway");

const roles = rolesOf(product.child.pid);
const cpuMs = () =>
	Object.fromEntries([...roles].map(([role, pid]) => [role, cpuSecondsOf(pid) * 1_000]));
const cpuMsOf = async (work) => {
	const before = cpuMs();
	await work();
	const after = cpuMs();
	return { gateway: after.gateway - before.gateway, backend: after.backend - before.backend };
};

const published = async () => {
	const response = await fetch(new URL(`/api/site/${siteId}/tracking-config`, product.url));
	return (await response.json()).trackCopy;
};
const delays = [];
const change = async (trackCopy) => {
	const response = await fetch(new URL(`/api/sites/${siteId}/config`, product.url), {
		method: "PUT",
		headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
		body: JSON.stringify({ trackCopy }),
	});
	if (response.status !== 200)
		throw new Error(`The change was answered with ${response.status} ${await response.text()}`);
	const { ms } = await timed(async () => {
		while ((await published()) !== trackCopy) await pause(POLL_MS);
	});
	delays.push(ms);
};

await change(true);
delays.length = 0;
const quiet = await cpuMsOf(() => pause(QUIET_SECONDS * 1_000));
let live = true;
const changed = await cpuMsOf(async () => {
	for (let made = 0; made < CHANGES; made++) {
		live = !live;
		await change(live);
		await pause(Math.random() * 500);
	}
});
const gatewayMegabytes = residentMegabytesOf(roles.get("gateway"));
await product.end();
rmSync(directory, { recursive: true, force: true });

const liveMs = Math.max(...delays);
const each = (sum, many) => (sum / many).toFixed(1);
printTable(
	`${SITES.toLocaleString("en")} sites with exclusions, ${CHANGES} changed settings.`,
	["", "figure", "goal"],
	[
		...starts.map(({ name, seconds, cpuSeconds }) => [
			`start, ${name}`,
			`${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU`,
			`${GOALS.startSeconds} s`,
		]),
		["a change is live, p50", `${median(delays).toFixed(0)} ms`, ""],
		["… at most", `${liveMs.toFixed(0)} ms`, `${GOALS.liveMs} ms`],
		...["gateway", "backend"].map((role) => [
			`CPU of the ${role} per change, with the requests that ask whether it is live`,
			`${each(changed[role], CHANGES)} ms`,
			"",
		]),
		...["gateway", "backend"].map((role) => [
			`CPU of the ${role} per second without a change`,
			`${each(quiet[role], QUIET_SECONDS)} ms`,
			"",
		]),
		["memory of the gateway", `${gatewayMegabytes.toFixed(0)} MB`, `${GOALS.gatewayMegabytes} MB`],
	],
);
exitByGoals(
	starts.every(({ seconds }) => seconds <= GOALS.startSeconds) &&
		liveMs <= GOALS.liveMs &&
		gatewayMegabytes <= GOALS.gatewayMegabytes,
);
