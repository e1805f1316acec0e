import {
	cpSync,
	existsSync,
	readdirSync,
	readFileSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { type Product, startProduct, temporaryDirectory } from "@footfall/testing/product/product";
import { reportAnswers } from "@footfall/testing/product/report-answers";
import { runCommand } from "@footfall/testing/product/running-command";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// Of a machine that has much else to do.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const root = temporaryDirectory();
const data = join(root.path, "data");
const folder = join(root.path, "backups");
const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const PERIOD = { start_date: day(25), end_date: day(2), time_zone: "Europe/Berlin" };
const SENDERS = 4;
const PAGES = 10;

let product: Product;
/** Of a time without new events. */
let before: Map<string, string>;

/** Runs a command to its end. */
const footfall = async (parameters: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
	const command = runCommand(parameters, { DATA_DIR: data, ...environment });
	const { code } = await command.ended;
	return { code, output: command.output() };
};
const backup = (...parameters: readonly string[]) => footfall(["backup", ...parameters]);
const restore = (to: string, ...parameters: readonly string[]) =>
	footfall(["restore", ...parameters], { DATA_DIR: to });

/** Sends numbered events until it is stopped, and knows which were acknowledged. */
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
				...{ hostname: "loaded.test", pathname: `/${sent.size % PAGES}` },
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

const storedIds = async (of: Product): Promise<string[]> => {
	const ids: string[] = [];
	for (let page = 0; page < PAGES; page++) {
		const filters = JSON.stringify([
			{ parameter: "pathname", type: "equals", value: [`/${page}`] },
		]);
		const query = new URLSearchParams({ filters, page_size: "10000" });
		const { data: events } = await of.get<{ data: { properties: string }[] }>(
			`/api/sites/${product.siteId}/events?${query}`,
		);
		ids.push(...events.map(({ properties }) => (JSON.parse(properties) as { id: string }).id));
	}
	return ids;
};

const differing = (one: Map<string, string>, other: Map<string, string>) =>
	[...one].filter(([path, answer]) => other.get(path) !== answer).map(([path]) => path);

beforeAll(async () => {
	product = await startProduct(data);
	const filled = await footfall(["demo", "--days", "30", "--visits", "100", "--anyway"]);
	if (filled.code !== 0) throw new Error(filled.output);
});
afterAll(async () => {
	await product?.stop();
	root.remove();
});

describe("a backup of a product under load", () => {
	it("is restored with every report, and every event that was acknowledged before", async () => {
		const ledger = startLedger();
		await eventually(
			async () => ledger.acknowledged.size,
			(events) => events > 200,
			60_000,
		);
		before = await reportAnswers(product, product.siteId, PERIOD);
		expect(
			[...before.values()].filter((answer) => answer.startsWith("200 ")).length,
		).toBeGreaterThan(40);
		const acknowledged = [...ledger.acknowledged];
		const taken = await backup(folder);
		await ledger.stop();
		expect(taken).toMatchObject({ code: 0, output: expect.stringContaining("is complete") });

		const elsewhere = join(root.path, "elsewhere");
		expect(await restore(elsewhere, folder)).toMatchObject({ code: 0 });
		const restored = await startProduct(elsewhere, {}, { apiKey: product.apiKey });
		try {
			const lostOf = (ids: readonly string[]) => {
				const there = new Set(ids);
				return acknowledged.filter((id) => !there.has(id));
			};
			const ids = await eventually(
				() => storedIds(restored),
				(some) => lostOf(some).length === 0,
				60_000,
			);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => !ledger.sent.has(id))).toEqual([]);
			const after = await reportAnswers(restored, product.siteId, PERIOD);
			expect(differing(before, after)).toEqual([]);
			expect(after.size).toBe(before.size);
			const event = {
				...{ type: "custom_event", site_id: product.siteId, id: "new", event_name: "ledger" },
				...{ hostname: "loaded.test", pathname: "/0", properties: '{"id":"new"}' },
			};
			await sendBeacon(restored.url, event, { authorization: `Bearer ${product.apiKey}` });
			await eventually(
				() => storedIds(restored),
				(some) => some.includes("new"),
				60_000,
			);
		} finally {
			await restored.stop();
		}
	});

	it("copies parts of tables once, and older backups can be removed", async () => {
		const again = await backup(folder);
		expect(again.code).toBe(0);
		const [, whole, written] =
			/: ([\d.]+ \w+), of which ([\d.]+ \w+) were new/.exec(again.output) ?? [];
		expect({ whole, written }).toEqual({
			whole: expect.stringMatching(/MB$/),
			written: expect.stringMatching(/MB$/),
		});
		const kept = await backup(folder, "--keep", "1");
		expect(kept.output.match(/^Removed /gm)).toHaveLength(2);
		expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
		const elsewhere = join(root.path, "kept");
		expect(await restore(elsewhere, folder)).toMatchObject({ code: 0 });
	});

	it("leaves nothing of itself in the data directory", () => {
		expect(readdirSync(join(data, "backup"))).toEqual(["last.json"]);
		expect(readdirSync(join(data, "store", "engine", "shadow"))).toEqual(["increment.txt"]);
	});
});

describeWithEngine("a backup in a bucket", missingS3(), () => {
	let s3: S3Server;
	beforeAll(async () => {
		s3 = await startS3();
	});
	afterAll(() => s3?.remove());
	const variables = (given: NodeJS.ProcessEnv = {}) => ({
		BACKUP_BUCKET_ENDPOINT: s3.settings.endpoint,
		BACKUP_BUCKET_ACCESS_KEY: s3.settings.accessKey,
		BACKUP_BUCKET_SECRET_KEY: s3.settings.secretKey,
		...given,
	});

	it("is like one in a folder, and shares what is unchanged", async () => {
		const address = `s3://${s3.settings.bucket}/daily`;
		expect(await footfall(["backup", address], variables())).toMatchObject({ code: 0 });
		const first = s3.names();
		expect(await footfall(["backup", address], variables())).toMatchObject({ code: 0 });
		const added = s3.names().filter((name) => !first.includes(name));
		expect(first.filter((name) => !s3.names().includes(name))).toEqual([]);
		// Accounts, queue and the small files, each of one piece, parts of tables that changed, and the manifest.
		expect(added.length).toBeLessThan(first.length);
		const kept = await footfall(["backup", address, "--keep", "1"], variables());
		expect(kept.output.match(/^Removed /gm)).toHaveLength(2);
		const elsewhere = join(root.path, "from-bucket");
		const restored = await footfall(["restore", address], variables({ DATA_DIR: elsewhere }));
		expect(restored).toMatchObject({ code: 0 });
		expect(readFileSync(join(elsewhere, "secret"))).toEqual(readFileSync(join(data, "secret")));
		expect(existsSync(join(elsewhere, "store", "engine", "metadata", "default"))).toBe(true);
	});

	it.each([
		["another key", { BACKUP_BUCKET_SECRET_KEY: "wrong" }, "recordings", /answers 403/],
		["another bucket", {}, "no-such-bucket", /no-such-bucket cannot be used/],
		[
			"no service",
			{ BACKUP_BUCKET_ENDPOINT: "http://no-such-host.invalid" },
			"recordings",
			/ENOTFOUND|EAI_AGAIN/,
		],
	])("ends with 78 for %s", async (_what, given, bucket, sentence) => {
		const { code, output } = await footfall(["backup", `s3://${bucket}/daily`], variables(given));
		expect({ code, output }).toEqual({ code: 78, output: expect.stringMatching(sentence) });
		expect(output.trim()).not.toContain("\n");
		expect(output).not.toContain(s3.settings.secretKey);
	});
});

describe("a backup of a product that does not run", () => {
	it("is the same", async () => {
		await product.stop();
		const resting = join(root.path, "resting");
		expect(await backup(resting)).toMatchObject({ code: 0 });
		const elsewhere = join(root.path, "rested");
		expect(await restore(elsewhere, resting)).toMatchObject({ code: 0 });
		const restored = await startProduct(elsewhere, {}, { apiKey: product.apiKey });
		try {
			expect(differing(before, await reportAnswers(restored, product.siteId, PERIOD))).toEqual([]);
		} finally {
			await restored.stop();
		}
	});
});

describe("what cannot be done ends with 78 and one sentence", () => {
	const refused = (sentence: string | RegExp) => ({
		code: 78,
		output: expect.stringMatching(sentence),
	});
	const copyOfBackups = (name: string) => {
		const copy = join(root.path, name);
		cpSync(folder, copy, { recursive: true });
		return copy;
	};
	const manifestIn = (backups: string) => {
		const [name = ""] = readdirSync(join(backups, "backups"));
		return join(backups, "backups", name);
	};
	const anObjectIn = (backups: string) => {
		const objects = readdirSync(join(backups, "objects"), { recursive: true, withFileTypes: true });
		const [object] = objects.filter((entry) => entry.isFile());
		return join(object?.parentPath ?? "", object?.name ?? "");
	};

	it("a command line that says too little", async () => {
		expect(await backup()).toEqual(refused(/^Say where to/));
		expect(await restore(join(root.path, "none"))).toEqual(refused(/^Say where from/));
		expect(await backup(folder, "--keep", "0")).toEqual(refused(/^"0" is no number of backups/));
		expect(await backup("ftp://host/path")).toEqual(refused(/must be a folder, or a bucket/));
		expect(await backup("s3://bucket/prefix")).toEqual(
			refused(/BACKUP_BUCKET_ACCESS_KEY: is needed/),
		);
	});

	it("a place that is none", async () => {
		const file = join(root.path, "file");
		writeFileSync(file, "");
		expect(await backup(file)).toEqual(refused(/file: it is a file; name a folder for backups\n$/));
		expect(await restore(join(root.path, "none"), join(root.path, "nowhere"))).toEqual(
			refused(/nowhere: there is no such file or directory\n$/),
		);
		expect(existsSync(join(root.path, "none"))).toBe(false);
	});

	it("a directory with something in it", async () => {
		expect(await restore(data, folder)).toEqual(refused(/there is something in it already/));
	});

	it("a backup without its manifest, or with another", async () => {
		const copy = copyOfBackups("without");
		const manifest = manifestIn(copy);
		const text = readFileSync(manifest, "utf8");
		writeFileSync(manifest, text.replace('"version":"', '"version":"9'));
		const to = join(root.path, "none");
		expect(await restore(to, copy)).toEqual(
			refused(/is damaged: its list of files fails its checksum\n$/),
		);
		truncateSync(manifest, 1000);
		expect(await restore(to, copy)).toEqual(
			refused(/is damaged: its list of files fails its checksum\n$/),
		);
		expect(await restore(to, join(copy, "objects"))).toEqual(
			refused(/objects: there is no complete backup in it\n$/),
		);
		expect(await restore(to, copy, "--backup", "other")).toEqual(
			refused(/there is no complete backup other in it; there are 20/),
		);
		expect(existsSync(to)).toBe(false);
	});

	it("a backup with a file that was cut off or changed", async () => {
		const copy = copyOfBackups("cut");
		const object = anObjectIn(copy);
		const bytes = readFileSync(object);
		const to = join(root.path, "none");
		truncateSync(object, bytes.length - 1);
		expect(await restore(to, copy)).toEqual(
			refused(/is incomplete: 1 of its files are missing or cut off/),
		);
		bytes[0] = (bytes[0] ?? 0) ^ 1;
		writeFileSync(object, bytes);
		expect(await restore(to, copy)).toEqual(refused(/fails its checksum; nothing was restored\n$/));
		expect(readdirSync(to)).toEqual([]);
	});

	it("another secret", async () => {
		const to = join(root.path, "none");
		const result = await footfall(["restore", folder], { DATA_DIR: to, SECRET: "x".repeat(32) });
		expect(result).toEqual(refused(/^SECRET differs from the one of the backup/));
	});

	it("a data directory whose restore was interrupted", async () => {
		const to = join(root.path, "interrupted");
		expect(await restore(to, folder)).toMatchObject({ code: 0 });
		cpSync(join(to, "secret"), join(to, "restoring", "secret"), { recursive: true });
		for (const command of ["start", "admin", "backup"])
			expect(await footfall([command, "x"], { DATA_DIR: to })).toEqual(
				refused(/a restore into it was interrupted, or goes on; empty it, and restore again\n$/),
			);
	});
});
