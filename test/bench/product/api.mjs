import { Agent, request } from "node:http";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { cpuSecondsOf, rolesOf } from "../measuring/process-figures.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * How long an authenticated read takes in the built product on PGlite: RATE (200) requests a second, open loop, each
 * counted from the moment when it was due, through the gateway and its backend, and beside it the same for a route that
 * needs no credential; and the CPU time that the backend spends on each. Both alternate, ROUNDS (3) times SECONDS (5)
 * each, so that a noisy machine harms all alike. Fails when an answer was no 200; the goal is for authenticated p99.
 */

const RATE = Number(process.env.RATE ?? 200);
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const GOAL_P99_MS = 10;
const WARM_UP_REQUESTS = 400;
const ACCOUNT = { email: "bench@example.com", password: "a password of the benchmark" };

const product = await startBuiltProduct({
	ADMIN_EMAIL: ACCOUNT.email,
	ADMIN_PASSWORD: ACCOUNT.password,
	LOG_LEVEL: "error",
});
const { url, siteId } = product;
const key = { authorization: `Bearer ${product.apiKey}` };

const signedIn = await fetch(new URL("/api/auth/sign-in/email", url), {
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify(ACCOUNT),
});
const cookie = { cookie: signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" };

const QUESTIONS = [
	{ name: "no credential", path: "/api/version", headers: {} },
	{ name: "a site, key", path: `/api/sites/${siteId}`, headers: key },
	{ name: "a site, cookie", path: `/api/sites/${siteId}`, headers: cookie },
	{ name: "segments, key", path: `/api/sites/${siteId}/segments`, headers: key },
	{ name: "organizations, key", path: "/api/organizations", headers: key },
	{ name: "organizations, cookie", path: "/api/organizations", headers: cookie },
];

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ask = ({ path, headers }) =>
	new Promise((resolve) => {
		const asked = request(
			{ agent, host: url.hostname, port: url.port, path, headers },
			(response) => {
				response.resume();
				response.on("end", () => resolve(response.statusCode));
			},
		);
		asked.on("error", () => resolve(0));
		asked.end();
	});

const measure = async (question) => {
	const delays = [];
	let refused = 0;
	const many = RATE * SECONDS;
	const cpuBefore = backendCpuSeconds();
	const startedAt = performance.now();
	const waiting = [];
	for (let sent = 0; sent < many; ) {
		const due = Math.min(many, Math.floor(((performance.now() - startedAt) / 1000) * RATE) + 1);
		for (; sent < due; sent++) {
			const dueAt = startedAt + (sent / RATE) * 1000;
			waiting.push(
				ask(question).then((status) => {
					if (status !== 200) refused += 1;
					delays.push(performance.now() - dueAt);
				}),
			);
		}
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	await Promise.all(waiting);
	return { delays, refused, cpuSeconds: backendCpuSeconds() - cpuBefore };
};

/** CPU seconds of the process that answers, which depend less on other load than any latency. */
const backendCpuSeconds = () => cpuSecondsOf(rolesOf(product.child.pid).get("backend"));

const at = (sorted, share) =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const results = QUESTIONS.map((question) => ({
	question,
	delays: [],
	refused: 0,
	cpuSeconds: 0,
}));
for (const { question } of results)
	for (let asked = 0; asked < WARM_UP_REQUESTS; asked++) await ask(question);
for (let round = 0; round < ROUNDS; round++)
	for (const result of results) {
		const { delays, refused, cpuSeconds } = await measure(result.question);
		result.delays.push(...delays);
		result.refused += refused;
		result.cpuSeconds += cpuSeconds;
	}

const rows = results.map(({ question, delays, refused, cpuSeconds }) => {
	const sorted = delays.sort((one, other) => one - other);
	const cpuMs = (cpuSeconds * 1000) / sorted.length;
	return { name: question.name, p50: at(sorted, 0.5), p99: at(sorted, 0.99), cpuMs, refused };
});
const [bare, ...authenticated] = rows;
printTable(
	`${RATE} requests/s, ${ROUNDS * SECONDS} s each; goal p99 ${GOAL_P99_MS} ms.`,
	["", "p50 ms", "p99 ms", "p50 ÷ bare", "p99 ÷ bare", "CPU of the backend, ms", "not 200"],
	rows.map(({ name, p50, p99, cpuMs, refused }) => [
		name,
		...[p50, p99, p50 / bare.p50, p99 / bare.p99, cpuMs].map((figure) => figure.toFixed(2)),
		refused,
	]),
);
await product.end();
agent.destroy();
if (rows.some(({ refused }) => refused > 0)) process.exitCode = 1;
else exitByGoals(authenticated.every(({ p99 }) => p99 <= GOAL_P99_MS));
