import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { main, startBuiltProduct } from "../measuring/built-product.mjs";
import { cpuSecondsOf, residentMegabytesOf, rolesOf } from "../measuring/process-figures.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * How fast an export is imported, from its first byte to the reports, and how much memory that takes: the built
 * product, a file of ROWS views of visitors who come back for days, and the resident memory of both processes.
 */

const ROWS = Number(process.env.ROWS ?? 300_000);
const VIEWS_PER_VISIT = 5;
const GOAL_ROWS_PER_SECOND = 15_000;

const AGENTS = Array.from(
	{ length: 200 },
	(_, n) =>
		`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (n % 40)}.0.${n}.0 Safari/537.36`,
);
const REFERRERS = [
	"",
	"",
	"https://www.google.com/",
	"https://news.example/story",
	"https://t.co/x",
];

/** Visitors alternate, so that each visit is spread over many batches. */
const writeExport = async (path) => {
	const file = createWriteStream(path);
	file.write(
		"timestamp,id,visitor,url,referrer,user_agent,country,page_title,language,screen_width\n",
	);
	const visits = Math.ceil(ROWS / VIEWS_PER_VISIT);
	const start = Date.UTC(2025, 0, 1);
	for (let from = 0; from < ROWS; from += 10_000) {
		let lines = "";
		for (let row = from; row < Math.min(ROWS, from + 10_000); row++) {
			const visit = row % visits;
			const view = Math.floor(row / visits);
			const at = start + visit * 1000 + view * 60_000;
			lines += `${at},row-${row},visitor-${visit % Math.ceil(visits / 3)},https://shop.example/page-${(visit * 7 + view) % 500}?utm_source=mail,${view === 0 ? REFERRERS[visit % 5] : ""},"${AGENTS[visit % 200]}",DE,Page ${view},de-DE,1920\n`;
		}
		if (!file.write(lines)) await once(file, "drain");
	}
	file.end();
	await once(file, "close");
};

const product = await startBuiltProduct();
const { url, siteId } = product;
const headers = { authorization: `Bearer ${product.apiKey}` };

const backend = rolesOf(product.child.pid).get("backend");

const directory = mkdtempSync(join(tmpdir(), "footfall-import-"));
const path = join(directory, "visits.csv");
await writeExport(path);
console.error(
	`${ROWS.toLocaleString("en")} rows, ${Math.round(statSync(path).size / 1e6)} MB of CSV`,
);
console.error("seconds  rows staged  backend RSS  command RSS");

const backendBefore = cpuSecondsOf(backend);
let commandSeconds = 0;
const begun = performance.now();
const seconds = () => (performance.now() - begun) / 1000;
const command = spawn(process.execPath, [main, "import", "plain", "--site", siteId, path], {
	env: product.environment,
	stdio: ["ignore", "pipe", "inherit"],
});
let said = "";
command.stdout.on("data", (chunk) => {
	said += chunk;
});
const ended = once(command, "exit");

let stagedAfter;
let nextShown = 0;
/** Peak memory of the backend in MB, while rows were received and while they were made visible. */
const peaks = { receiving: 0, finishing: 0 };
const loads = [];
let rows = 0;
let askedAfter = 0;
const timer = setInterval(async () => {
	if (command.exitCode === null) commandSeconds = cpuSecondsOf(command.pid);
	const phase = stagedAfter === undefined ? "receiving" : "finishing";
	peaks[phase] = Math.max(peaks[phase], residentMegabytesOf(backend));
	loads.push(loadavg()[0]);
	// Requests per key are rate-limited, and a long import takes long.
	if (seconds() < askedAfter) return;
	askedAfter = seconds() + Math.max(0.25, ROWS / 1_000_000);
	const answer = await fetch(new URL(`/api/sites/${siteId}/imports`, url), { headers });
	if (answer.ok) rows = (await answer.json()).data[0]?.importedEvents ?? 0;
	if (rows === ROWS) stagedAfter ??= seconds();
	if (command.exitCode !== null || seconds() < nextShown) return;
	nextShown = seconds() + Math.max(1, ROWS / GOAL_ROWS_PER_SECOND / 10);
	const cells = [
		seconds().toFixed(0).padStart(7),
		String(rows).padStart(11),
		`${Math.round(residentMegabytesOf(backend))} MB`.padStart(11),
		`${Math.round(residentMegabytesOf(command.pid))} MB`.padStart(11),
	];
	console.error(cells.join("  "));
}, 250);
await ended;
clearInterval(timer);
const total = seconds();

const rate = (rows, time) => Math.round(rows / time).toLocaleString("en");
console.error(said.trim());
const perRow = (spent) => Math.round((spent * 1e6) / ROWS);
const staged =
	stagedAfter === undefined
		? []
		: [
				["read and staged", `${stagedAfter.toFixed(1)} s, ${rate(ROWS, stagedAfter)} rows/s`],
				["made visible", `${(total - stagedAfter).toFixed(1)} s more`],
			];
printTable(
	`${ROWS.toLocaleString("en")} rows of CSV; load of the machine meanwhile ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}.`,
	["", "figure"],
	[
		[
			`in the reports, goal ${GOAL_ROWS_PER_SECOND.toLocaleString("en")} rows/s`,
			`${total.toFixed(1)} s, ${rate(ROWS, total)} rows/s`,
		],
		...staged,
		[
			"CPU per row: backend, command",
			`${perRow(cpuSecondsOf(backend) - backendBefore)}, ${perRow(commandSeconds)} µs`,
		],
		["backend at most, while rows came", `${Math.round(peaks.receiving)} MB`],
		["… while they were made visible", `${Math.round(peaks.finishing)} MB`],
	],
);
const answer = await fetch(
	new URL(`/api/sites/${siteId}/overview?start_date=2024-12-31&end_date=2026-12-31`, url),
	{ headers },
);
const { data } = await answer.json();
console.error(
	`the reports have ${data.pageviews} views in ${data.sessions} sessions of ${data.users} users`,
);
if (data.pageviews !== ROWS) process.exitCode = 1;

await product.end();
rmSync(directory, { recursive: true });
