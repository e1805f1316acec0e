import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Starts the built product twice in an empty directory (the first start creates the databases), leaves it idle for a
 * minute, and prints the memory of each process. Linux only: it reads /proc. Resident = RSS, which counts shared pages
 * once per process; proportional = PSS, which divides them.
 */

const BUDGET_MB = 900;
const IDLE_MS = Number(process.env.IDLE_MS ?? 60_000);
const main = fileURLToPath(new URL("../packages/server/bundle/main.js", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "footfall-memory-"));

const started = () =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [main, "start"], {
			env: { ...process.env, PORT: "0", DATA_DIR: directory },
			stdio: ["ignore", "pipe", "inherit"],
		});
		let output = "";
		child.stdout.on("data", (chunk) => {
			output += chunk;
			if (output.includes("Footfall is ready")) resolve(child);
		});
		child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
	});

const stopped = (child) =>
	new Promise((resolve) => {
		child.removeAllListeners("exit");
		child.once("exit", resolve);
		child.kill("SIGTERM");
	});

const childrenOf = (pid) =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
		.trim()
		.split(" ")
		.filter(Boolean)
		.map(Number);

const kilobytes = (pid, field) =>
	Number(
		new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(
			readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"),
		)?.[1] ?? 0,
	);

/** The mapped files with the most resident pages of a process, in MB. */
const largestMappings = (pid) => {
	const held = new Map();
	let name = "";
	for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
		const header = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line);
		if (header) name = header[1] === "" ? "heap and buffers" : header[1].split("/").at(-1);
		const resident = /^Rss:\s+(\d+)/.exec(line);
		if (resident) held.set(name, (held.get(name) ?? 0) + Number(resident[1]) / 1024);
	}
	return [...held]
		.sort((one, other) => other[1] - one[1])
		.slice(0, 3)
		.map(([file, megabytes]) => `${file} ${megabytes.toFixed(0)}`)
		.join(", ");
};

const first = await started();
await stopped(first);
const product = await started();
await new Promise((resolve) => setTimeout(resolve, IDLE_MS));

const rows = [product.pid, ...childrenOf(product.pid)].map((pid) => {
	const role = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean).at(-1);
	return {
		process: role === "start" ? "supervisor" : role,
		"resident MB": Math.round(kilobytes(pid, "Rss") / 1024),
		"proportional MB": Math.round(kilobytes(pid, "Pss") / 1024),
		threads: readdirSync(`/proc/${pid}/task`).length,
		"most of it (MB)": largestMappings(pid),
	};
});
console.table(rows);
const total = rows.reduce((sum, row) => sum + row["resident MB"], 0);
console.log(`idle product: ${total} MB resident, budget ${BUDGET_MB} MB`);
await stopped(product);
rmSync(directory, { recursive: true, force: true });
process.exitCode = total <= BUDGET_MB ? 0 : 1;
