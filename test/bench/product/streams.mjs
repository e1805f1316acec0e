import { connect } from "node:net";
import { main, startBuiltProduct } from "../measuring/built-product.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { memoryMegabytesOf, usedBy } from "../measuring/process-tree.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * What STREAMS (5000) live streams cost: memory of all processes together, less their memory after as many requests for
 * the headers alone; and CPU over SECONDS (30) each while idle, and with one event a second at each site. The viewers
 * are visitors of 2 public sites of different organizations, 500 behind each address. With BASELINE, the entry file of
 * another build, that one is measured, too. Fails when a viewer of this one was refused, cut off or did not receive an
 * event.
 */

const STREAMS = Number(process.env.STREAMS ?? 5_000);
const SECONDS = Number(process.env.SECONDS ?? 30);
const BUILDS = [["this", main], ...(process.env.BASELINE ? [["base", process.env.BASELINE]] : [])];
const SITES = 2;
const PER_ADDRESS = 500;
const OPENING_AT_ONCE = 50;
const GOAL_MEGABYTES = 150;
const ACCOUNT = { email: "bench@example.com", password: "a password of the benchmark" };

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Public sites, each of an organization of its own. */
const makeSites = async ({ url }) => {
	let cookie = "";
	const ask = async (path, body, method = "POST") => {
		const response = await fetch(new URL(path, url), {
			method,
			headers: { "content-type": "application/json", origin: url.origin, cookie },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path} → ${response.status} ${await response.text()}`);
		const [set] = response.headers.getSetCookie();
		if (set !== undefined) cookie = set.split(";", 1)[0];
		return response.json();
	};
	await ask("/api/auth/sign-in/email", ACCOUNT);
	const sites = [];
	for (let nth = 1; nth <= SITES; nth++) {
		const own = { name: `Bench ${nth}`, slug: `bench-${nth}` };
		const { id } = await ask("/api/auth/organization/create", own);
		const domain = `site-${nth}.example.com`;
		const { siteId } = await ask(`/api/organizations/${id}/sites`, { domain, name: domain });
		await ask(`/api/sites/${siteId}/config`, { public: true }, "PUT");
		sites.push({ siteId: String(siteId), domain });
	}
	// Gateways poll for them twice a second.
	await wait(2_000);
	return sites;
};

const requestText = (method, { url }, { siteId }, nth) =>
	`${method} /api/sites/${siteId}/live HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\nX-Forwarded-For: 198.51.100.${Math.floor(nth / PER_ADDRESS)}\r\n\r\n`;

/** Sends a HEAD request for a stream, which opens none. */
const askForHeaders = (product, site, nth) =>
	new Promise((resolve, reject) => {
		const socket = connect(Number(product.url.port), product.url.hostname);
		socket.on("error", reject);
		socket.on("data", () => resolve(socket.destroy()));
		socket.write(requestText("HEAD", product, site, nth));
	});

/** A viewer that counts the events it receives. */
const openStream = (product, site, nth) =>
	new Promise((resolve, reject) => {
		const socket = connect(Number(product.url.port), product.url.hostname);
		const viewer = { socket, events: 0, isOpen: true };
		socket.setEncoding("latin1");
		socket.on("error", reject);
		socket.on("close", () => {
			viewer.isOpen = false;
			reject(new Error(`Viewer ${nth} was cut off`));
		});
		socket.on("data", (text) => {
			if (text.startsWith("HTTP/") && !text.startsWith("HTTP/1.1 200")) reject(new Error(text));
			if (text.includes("event: visitors")) resolve(viewer);
			viewer.events += text.split("event: events").length - 1;
		});
		socket.write(requestText("GET", product, site, nth));
	});

/** Runs a task for each stream, a few at a time. */
const forEachStream = async (product, sites, ask) => {
	const answers = [];
	let next = 0;
	const askInTurn = async () => {
		for (let nth = next++; nth < STREAMS; nth = next++)
			answers.push(await ask(product, sites[nth % SITES], nth));
	};
	await Promise.all(Array.from({ length: OPENING_AT_ONCE }, askInTurn));
	return answers;
};

const sendEvent = async ({ url }, { siteId, domain }) => {
	const response = await fetch(new URL("/api/track", url), {
		method: "POST",
		headers: {
			"content-type": "application/json",
			origin: `https://${domain}`,
			"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
			"accept-language": "en",
		},
		body: JSON.stringify({ type: "pageview", site_id: siteId, hostname: domain, pathname: "/" }),
	});
	if (!response.ok) throw new Error(`An event was answered with ${response.status}`);
};

/** CPU of all processes as a share of a core, in per cent. */
const busyFor = async (pid, seconds, eachSecond) => {
	const before = usedBy(pid).cpuSeconds;
	const startedAt = performance.now();
	for (let second = 1; second <= seconds; second++) {
		await eachSecond();
		await wait(startedAt + second * 1_000 - performance.now());
	}
	const took = (performance.now() - startedAt) / 1_000;
	return (100 * (usedBy(pid).cpuSeconds - before)) / took;
};
const nothing = async () => {};

const rows = [];
const measure = async (build, product) => {
	const { pid } = product.child;
	const sites = await makeSites(product);
	// Memory loaded by the first streams and left behind by requests is not the cost of streams.
	const first = await openStream(product, sites[0], 0);
	for (const site of sites) await sendEvent(product, site);
	await forEachStream(product, sites, askForHeaders);
	const idleBefore = await busyFor(pid, SECONDS, nothing);
	const before = memoryMegabytesOf(pid);
	first.socket.removeAllListeners("close").destroy();

	const startedAt = performance.now();
	const viewers = await forEachStream(product, sites, openStream);
	const opened = (performance.now() - startedAt) / 1_000;
	const idle = await busyFor(pid, SECONDS, nothing);
	const idleMegabytes = memoryMegabytesOf(pid) - before;
	for (const viewer of viewers) viewer.events = 0;
	const busy = await busyFor(pid, SECONDS, () =>
		Promise.all(sites.map((site) => sendEvent(product, site))),
	);
	const busyMegabytes = memoryMegabytesOf(pid) - before;
	const cutOff = viewers.filter(({ isOpen }) => !isOpen).length;
	const uninformed = viewers.filter(({ events }) => events === 0).length;
	rows.push([
		build,
		opened.toFixed(1),
		cutOff,
		uninformed,
		...[idleMegabytes, busyMegabytes].map((megabytes) => megabytes.toFixed(0)),
		...[idleBefore, idle, busy].map((percent) => `${percent.toFixed(1)} %`),
	]);
	for (const { socket } of viewers) socket.destroy();
	return { failures: cutOff + uninformed, megabytes: Math.max(idleMegabytes, busyMegabytes) };
};

for (const [build, command] of BUILDS) {
	const product = await startBuiltProduct(
		{
			ADMIN_EMAIL: ACCOUNT.email,
			ADMIN_PASSWORD: ACCOUNT.password,
			LOG_LEVEL: "error",
			TRUST_PROXY: "loopback",
		},
		undefined,
		command,
	);
	try {
		const { failures, megabytes } = await measure(build, product);
		if (build !== "this") continue;
		if (failures > 0) process.exitCode = 1;
		else exitByGoals(megabytes <= GOAL_MEGABYTES);
	} finally {
		await product.end();
	}
}
printTable(
	`${STREAMS} streams; MB of all processes more than before, goal ${GOAL_MEGABYTES}, and CPU of all processes as a share of a core: before, while nothing happens, and with an event a second at each of ${SITES} sites.`,
	[
		...["build", "opened in s", "cut off", "not told of events", "MB, idle", "MB, events"],
		...["CPU before", "CPU, idle", "CPU, events"],
	],
	rows,
);
