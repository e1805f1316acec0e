import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { openStore, rollUpDays } from "@footfall/store";
import { main, startBuiltProduct } from "../measuring/built-product.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { cpuSecondsOf, rolesOf } from "../measuring/process-figures.mjs";
import { printTable } from "../measuring/table.mjs";
import { DAY_MS, fillStore, SITES } from "../reports/report-events.mjs";

/**
 * How long people wait who have a public dashboard open, which reloads its first screen every ten seconds: VIEWERS
 * (500,1000) spread over 20 sites of EVENTS (5000000) in all, SECONDS (30) each, open loop, each request counted from
 * the moment when it was due; and how busy backend and gateway are meanwhile. With BASELINE, the entry file of another
 * build, the two alternate, ROUNDS (1) times. The events are made once, in DIRECTORY. Exits 3 on a missed goal.
 */

const EVENTS = Number(process.env.EVENTS ?? 5_000_000);
const SECONDS = Number(process.env.SECONDS ?? 30);
const ROUNDS = Number(process.env.ROUNDS ?? 1);
const VIEWERS = (process.env.VIEWERS ?? "500,1000").split(",").map(Number);
const EVERY_MS = 10_000;
/** The addresses of the viewers: offices and homes. */
const NETWORKS = 200;
const GOAL = { p99Ms: 500, share: 0.6 };
const DIRECTORY = process.env.DIRECTORY ?? join(tmpdir(), `footfall-bench-watchers-${EVENTS}`);
const BUILDS = [["this", main], ...(process.env.BASELINE ? [["base", process.env.BASELINE]] : [])];

const makeProduct = async () => {
	const made = join(DIRECTORY, "made");
	if (existsSync(made)) return;
	rmSync(DIRECTORY, { recursive: true, force: true });
	mkdirSync(DIRECTORY, { recursive: true });
	const product = await startBuiltProduct(
		{ ADMIN_EMAIL: "bench@example.com", ADMIN_PASSWORD: "a password of the benchmark" },
		DIRECTORY,
	);
	const ask = async (path, method = "GET", body = undefined) => {
		const response = await fetch(new URL(path, product.url), {
			method,
			headers: {
				authorization: `Bearer ${product.apiKey}`,
				"content-type": "application/json",
			},
			...(body && { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path} → ${response.status} ${await response.text()}`);
		return response.json();
	};
	const [{ id }] = await ask("/api/organizations");
	for (let site = 1; site <= SITES; site++) {
		const own = { domain: `site-${site}.example.com`, name: `Site ${site}` };
		if (site > 1) await ask(`/api/organizations/${id}/sites`, "POST", own);
		await ask(`/api/sites/${site}/config`, "PUT", { public: true });
	}
	await product.end();
	const store = openStore({ directory: join(DIRECTORY, "store") });
	await fillStore(store, EVENTS);
	await rollUpDays(store, { now: Date.now(), leastEvents: 10_000 });
	await store.close();
	writeFileSync(made, "");
};

const day = (instant) => new Date(instant).toISOString().slice(0, 10);
const list = (parameter) => ({ report: "metric", parameters: { parameter, limit: 8 } });
const compared = { compare: "previous", match_weekdays: "true" };
/** What the first screen requests: the last 28 days, today included. */
const bodyNow = () => {
	const now = Date.now();
	const questions = [
		{ report: "overview", parameters: compared },
		{ report: "overview/time-series", parameters: { ...compared, bucket: "day" } },
		...["referrer", "pathname", "country", "browser"].map(list),
	];
	return JSON.stringify({
		parameters: { time_zone: "UTC", start_date: day(now - 27 * DAY_MS), end_date: day(now) },
		questions: questions.map((question, id) => ({ id: String(id), ...question })),
	});
};

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
/** Whether all cards were answered. */
const look = ({ host, hostname, port }, viewer) =>
	new Promise((resolve) => {
		const asked = request(
			{
				...{ agent, hostname, port, method: "POST" },
				localAddress: `127.1.${viewer % NETWORKS}.1`,
				path: `/api/sites/${(viewer % SITES) + 1}/reports`,
				headers: { host, "content-type": "application/json", "accept-encoding": "br" },
			},
			(response) => {
				const pieces = [];
				response.on("data", (piece) => pieces.push(piece));
				response.on("end", () => {
					const bytes = Buffer.concat(pieces);
					const isWhole = response.statusCode === 200;
					const text = isWhole ? brotliDecompressSync(bytes).toString() : bytes.toString();
					const answered = text.split('"status":200').length - 1;
					if (answered < 6 && failures.length < 3) failures.push(text.slice(0, 300));
					resolve(answered === 6);
				});
				response.on("error", () => resolve(false));
			},
		);
		asked.on("error", () => resolve(false));
		asked.end(bodyNow());
	});

const failures = [];
const at = (sorted, share) => sorted[Math.floor(sorted.length * share)];

const measure = async ({ url, child }, viewers, seconds) => {
	const roles = rolesOf(child.pid);
	const used = () => ["backend", "gateway"].map((role) => cpuSecondsOf(roles.get(role)));
	const delays = [];
	let failed = 0;
	const before = used();
	const startedAt = performance.now();
	const many = (viewers * seconds * 1000) / EVERY_MS;
	const waiting = [];
	for (let sent = 0; sent < many; ) {
		const due = Math.floor(((performance.now() - startedAt) / EVERY_MS) * viewers) + 1;
		for (; sent < Math.min(due, many); sent++) {
			const dueAt = startedAt + (sent / viewers) * EVERY_MS;
			// Consecutive requests are for different sites.
			const looked = look(url, sent % viewers).then((isAnswered) => {
				if (!isAnswered) failed++;
				delays.push(performance.now() - dueAt);
			});
			waiting.push(looked);
		}
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	await Promise.all(waiting);
	const took = (performance.now() - startedAt) / 1000;
	const shares = used().map((seconds, index) => (seconds - before[index]) / took);
	const sorted = delays.toSorted((one, other) => one - other);
	return { p50: at(sorted, 0.5), p99: at(sorted, 0.99), failed, shares };
};

await makeProduct();
const rows = [];
let areReached = true;
for (let round = 0; round < ROUNDS; round++)
	for (const viewers of VIEWERS)
		for (const [build, command] of BUILDS) {
			const product = await startBuiltProduct({ LOG_LEVEL: "error" }, DIRECTORY, command);
			await measure(product, SITES, 10);
			const { p50, p99, failed, shares } = await measure(product, viewers, SECONDS);
			await product.end();
			const [backend, gateway] = shares.map((share) => `${(share * 100).toFixed(0)} %`);
			rows.push([viewers, build, p50.toFixed(0), p99.toFixed(0), failed, backend, gateway]);
			if (build === "this")
				areReached &&= failed === 0 && p99 <= GOAL.p99Ms && shares[0] + shares[1] <= GOAL.share;
		}
printTable(
	`${EVENTS} events of ${SITES} sites; goal: p99 ${GOAL.p99Ms} ms, all answered, ${GOAL.share * 100} % of one core.`,
	["viewers", "build", "p50, ms", "p99, ms", "not answered", "backend, of a core", "gateway"],
	rows,
);
for (const failure of failures) console.error(failure);
agent.destroy();
exitByGoals(areReached);
