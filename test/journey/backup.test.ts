import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { freePorts } from "@footfall/testing/network/free-ports";
import { listedIds } from "@footfall/testing/product/listed-ids";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { reportAnswers } from "@footfall/testing/product/report-answers";
import { MAIN, runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// For a machine that is busy with other work.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const root = createTemporaryDirectory();
const data = join(root.path, "data");
const folder = join(root.path, "backups");
const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const PERIOD = { start_date: day(9), end_date: day(2), time_zone: "Europe/Berlin" };
const SENDERS = 4;

let product: Product;
/** The port of the product's backend, for its metrics. */
let healthPort: string;
let ledger: ReturnType<typeof startLedger>;
/** When the backup was taken. */
let lastBackup: string;

/** Runs a command to its end. */
const footfall = async (parameters: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
	const command = runCommand(parameters, { DATA_DIR: data, ...environment });
	const { code } = await command.ended;
	return { code, output: command.output() };
};
const backup = (...parameters: readonly string[]) => footfall(["backup", ...parameters]);
const status = (of: Product, ...parameters: readonly string[]) =>
	footfall(["status", ...parameters], { PORT: new URL(of.url).port });
const restore = (to: string, ...parameters: readonly string[]) =>
	footfall(["restore", ...parameters], { DATA_DIR: to });

/** Sends numbered events until it is stopped, and keeps the acknowledged ones. */
const startLedger = () => {
	const acknowledged = new Set<string>();
	const sent = new Set<string>();
	let isStopped = false;
	const send = async () => {
		while (!isStopped) {
			const id = `event-${sent.size}`;
			sent.add(id);
			const event = {
				...{ type: "custom_event", site_id: product.siteId, id, event_name: "ledger" },
				...{ hostname: "loaded.test", pathname: "/" },
				properties: JSON.stringify({ id }),
			};
			const response = await sendBeacon(product.url, event, {
				authorization: `Bearer ${product.apiKey}`,
			});
			if (response.status === 200) acknowledged.add(id);
		}
	};
	const sending = Promise.all(Array.from({ length: SENDERS }, send));
	return {
		acknowledged,
		sent,
		stop: async () => {
			isStopped = true;
			await sending;
		},
	};
};

/** A user who may read programs, but nothing of the product. */
const AS_NOBODY: [string, ...string[]] = [
	...(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] as const),
	process.execPath,
];
/** Only root can become another user, who may have no access to the folder of this repository. */
const isNobodyHere = (): boolean => {
	const [program, ...parameters] = AS_NOBODY;
	return spawnSync(program, [...parameters, MAIN, "version"]).status === 0;
};

const lost = (ids: readonly string[], acknowledged: Iterable<string>) => {
	const there = new Set(ids);
	return [...acknowledged].filter((id) => !there.has(id));
};

const differing = (one: Map<string, string>, other: Map<string, string>) =>
	[...one].filter(([path, answer]) => other.get(path) !== answer).map(([path]) => path);

beforeAll(async () => {
	const [port] = await freePorts(1);
	healthPort = String(port);
	product = await startProduct(data, { HEALTH_PORT: healthPort });
	const filled = await footfall(["demo", "--days", "12", "--visits", "60", "--anyway"]);
	if (filled.code !== 0) throw new Error(filled.output);
});
afterAll(async () => {
	await product?.stop();
	root.remove();
});

describe("a backup of a product under load", () => {
	it("is restored with every report, and with every event that was acknowledged before", async () => {
		ledger = startLedger();
		await eventually(
			async () => ledger.acknowledged.size,
			(events) => events > 200,
		);
		// Retention covers all days until now: the visitor who sends them is one of its people from the first event on.
		await eventually(
			() => listedIds(product, product.siteId, "ledger"),
			({ length }) => length > 0,
		);
		const before = await reportAnswers(product, product.siteId, PERIOD);
		expect(
			[...before.values()].filter((answer) => answer.startsWith("200 ")).length,
		).toBeGreaterThan(40);
		const acknowledged = [...ledger.acknowledged];
		const taken = await backup(folder);
		await ledger.stop();
		expect(taken).toMatchObject({ code: 0, output: expect.stringContaining("is complete") });
		lastBackup = / as of (\S+) to /.exec(taken.output)?.[1] ?? "";

		const elsewhere = join(root.path, "elsewhere");
		expect(await restore(elsewhere, folder)).toMatchObject({ code: 0 });
		const restored = await startProduct(elsewhere, {}, { apiKey: product.apiKey });
		try {
			const ids = await eventually(
				() => listedIds(restored, product.siteId, "ledger"),
				(some) => lost(some, acknowledged).length === 0,
			);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => !ledger.sent.has(id))).toEqual([]);
			const after = await reportAnswers(restored, product.siteId, PERIOD);
			expect(differing(before, after)).toEqual([]);
			expect(after.size).toBe(before.size);
			const event = {
				...{ type: "custom_event", site_id: product.siteId, id: "new", event_name: "ledger" },
				...{ hostname: "loaded.test", pathname: "/", properties: '{"id":"new"}' },
			};
			await sendBeacon(restored.url, event, { authorization: `Bearer ${product.apiKey}` });
			await eventually(
				() => listedIds(restored, product.siteId, "ledger"),
				(some) => some.includes("new"),
			);
		} finally {
			await restored.stop();
		}
	});
});

describe("the status of the running product", () => {
	it("prints a table of its roles, the disk and the last backup", async () => {
		const { code, output } = await status(product);
		expect({ code, lines: output.split("\n") }).toEqual({
			code: 0,
			lines: [
				expect.stringMatching(/^ROLE +ADDRESS +VERSION +READY +LAG +REASON$/),
				expect.stringMatching(/^gateway +http:\S+ +\d+\.\d+\.\d+\S* +yes +[\d.]+ s$/),
				expect.stringMatching(/^backend +\S+\.sock +\d+\.\d+\.\d+\S* +yes +[\d.]+ s$/),
				expect.stringMatching(
					/^Events: [\d.]+ [kM]B, [\d.]+ [GM]B per million events\. Disk: [\d.]+ [GT]B free, (full in \d+ days|not full within a year)\.$/,
				),
				expect.stringMatching(`^Last backup: ${lastBackup} to ${folder}, [\\d.]+ MB in [\\d.]+ s$`),
				"",
			],
		});
	});

	it("matches the metrics of its roles", async () => {
		const health = `http://127.0.0.1:${healthPort}`;
		const { code, output } = await status(product, "--json", product.url, health);
		expect(code).toBe(0);
		const told = JSON.parse(output) as {
			roles: { role: string; storage?: Record<string, number | null> }[];
			lastBackup: { at: string };
		};
		expect(told.roles.map(({ role }) => role)).toEqual(["gateway", "backend"]);
		const metrics = await (await fetch(`${health}/metrics`)).text();
		const metric = (name: string) => {
			const value = new RegExp(`^footfall_${name} (\\S+)$`, "m").exec(metrics)?.[1];
			// JSON has no infinity.
			return Number.isFinite(Number(value)) ? Number(value) : null;
		};
		expect(told.roles[1]?.storage).toEqual({
			bytes: metric("store_bytes"),
			perMillionEvents: metric("store_bytes_per_million_events"),
			freeBytes: metric("store_disk_free_bytes"),
			fullInSeconds: metric("store_disk_full_seconds"),
		});
		expect(metric("backup_last_success_timestamp_seconds")).toBe(Date.parse(lastBackup) / 1000);
		expect(told.lastBackup.at).toBe(lastBackup);
	});

	it("prints its usage", async () =>
		expect(await footfall(["status", "--help"])).toEqual({
			code: 0,
			output: expect.stringMatching(/^footfall status /),
		}));

	it.runIf(isNobodyHere())("prints one sentence for a user without access", async () => {
		for (const parameters of [["status"], ["backup", folder]]) {
			const command = runCommand(parameters, { DATA_DIR: data }, AS_NOBODY);
			const { code } = await command.ended;
			expect({ code, output: command.output() }).toEqual({
				code: 78,
				output: `${data}: permission denied; change its permissions, or run the command as another user\n`,
			});
		}
	});
});

describe("a backup of the same product while it is stopped", () => {
	it("copies parts of tables once, and replaces the older one", async () => {
		await product.stop();
		const kept = await backup(folder, "--keep", "1");
		expect(kept.code).toBe(0);
		const sizes = /: ([\d.]+) MB, ([\d.]+) MB of it new/.exec(kept.output) ?? [];
		const [whole, written] = sizes.slice(1).map(Number);
		expect(written).toBeLessThan((whole ?? 0) / 2);
		expect(kept.output.match(/^Removed /gm)).toHaveLength(1);
		expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
	});

	it("leaves nothing behind in the data directory", () => {
		expect(readdirSync(join(data, "backup"))).toEqual(["last.json"]);
		expect(readdirSync(join(data, "store", "engine", "shadow"))).toEqual(["increment.txt"]);
	});

	it("is restored with every event", async () => {
		const elsewhere = join(root.path, "rested");
		expect(await restore(elsewhere, folder)).toMatchObject({ code: 0 });
		const restored = await startProduct(elsewhere, {}, { apiKey: product.apiKey });
		try {
			const ids = await eventually(
				() => listedIds(restored, product.siteId, "ledger"),
				(some) => lost(some, ledger.acknowledged).length === 0,
			);
			expect(new Set(ids).size).toBe(ids.length);
		} finally {
			await restored.stop();
		}
	});
});
