import { execFileSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedQueue } from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import { missingMount } from "@footfall/testing/disk/missing-mount";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { configurationFrom } from "../configuration/configuration.ts";
import { dispatch } from "./commands.ts";

const root = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rmSync(root, { recursive: true }));
const data = join(root, "data");

/** Runs a command in this process; resolves to its output. */
const footfall = async (
	name: "backup" | "restore",
	parameters: readonly string[],
	variables: NodeJS.ProcessEnv = {},
): Promise<string> => {
	const printed: string[] = [];
	const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
		printed.push(String(text));
		return true;
	});
	try {
		const configuration = configurationFrom({ DATA_DIR: data, ...variables });
		await dispatch(name, parameters, { configuration, log: pino({ level: "silent" }), entry: "" });
	} finally {
		write.mockRestore();
	}
	return printed.join("");
};
const refusal = async (...given: Parameters<typeof footfall>): Promise<string> => {
	const error: unknown = await footfall(...given).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(EnvironmentError);
	return (error as Error).message;
};

/** A product's directory without its engines, which take seconds to start. */
beforeAll(async () => {
	mkdirSync(join(data, "scripts"), { recursive: true });
	writeFileSync(join(data, "secret"), "the secret of this product, as it was made");
	writeFileSync(join(data, "scripts", "script-1.js"), "// pinned");
	const queue = openEmbeddedQueue({ directory: join(data, "queue") });
	await queue.producer().append({ key: "", value: Buffer.from("acknowledged") });
	await queue.close();
});

describe("a backup of a product that partly lives on servers", () => {
	const SERVERS = {
		CLICKHOUSE_URL: "http://clickhouse.internal:8123/footfall",
		DATABASE_URL: "postgres://footfall@postgres.internal/footfall",
	};

	it("lists the remaining data in the order to save it, and how to restore it", async () => {
		const folder = join(root, "partial");
		const printed = await footfall("backup", [folder], SERVERS);
		expect(printed).toMatch(
			/is complete: .*\nThe rest is on servers and is not in this backup\. Save it now, in this order:\n {2}1\. events: "BACKUP DATABASE … TO …" on the server of CLICKHOUSE_URL\n {2}2\. accounts: pg_dump of DATABASE_URL\n$/,
		);
		const to = join(root, "partly-restored");
		expect(await footfall("restore", [folder], { DATA_DIR: to })).toMatch(
			/The rest is on servers\. Restore it before you start a role:\n {2}1\. events: "RESTORE DATABASE … FROM …" .*\n {2}2\. accounts: pg_restore, or psql, of DATABASE_URL\n$/,
		);
		expect(readdirSync(to).sort()).toEqual(["queue", "scripts", "secret"]);
	});

	it("includes source maps, but not those that are being received", async () => {
		const product = join(root, "with-maps");
		const map = join("source-maps", "1", `${"a1".repeat(32)}.gz`);
		mkdirSync(join(product, "source-maps", "1"), { recursive: true });
		mkdirSync(join(product, "source-maps", "incoming", "x"), { recursive: true });
		writeFileSync(join(product, map), "a map");
		writeFileSync(join(product, "source-maps", "incoming", "x", "0.gz"), "half a map");
		const own = { ...SERVERS, DATA_DIR: product, SECRET: "a secret that all of these roles share" };
		const folder = join(root, "maps");
		await footfall("backup", [folder], own);
		const to = join(root, "maps-restored");
		await footfall("restore", [folder], { ...own, DATA_DIR: to });
		expect(readdirSync(join(to, "source-maps"))).toEqual(["1"]);
		expect(readFileSync(join(to, map), "utf8")).toBe("a map");
	});

	it("includes a gateway's events that wait for Kafka, and no unused queue", async () => {
		const gateway = join(root, "gateway");
		mkdirSync(gateway);
		const spill = openEmbeddedQueue({ directory: join(gateway, "spill") });
		await spill.producer().append({ key: "", value: Buffer.from("spilled") });
		await spill.close();
		const folder = join(root, "spilled");
		const kafka = {
			...SERVERS,
			...{ DATA_DIR: gateway, SECRET: "a secret that all of these roles share" },
			QUEUE_URL: "kafka://kafka.internal:9092/events",
		};
		expect(await footfall("backup", [folder], kafka)).toContain(
			"  3. events not loaded yet: nothing to do, as long as Kafka keeps the topic of QUEUE_URL\n",
		);
		const to = join(root, "gateway-restored");
		const restored = await footfall("restore", [folder], { ...kafka, DATA_DIR: to });
		expect(restored).toMatch(
			/3\. .*: reset the loaders' consumer group in Kafka to an offset from before/,
		);
		expect(readdirSync(to)).toEqual(["spill"]);
	});

	it.each(["missing", "empty"])(
		"is refused if the directory is %s, and names what to save instead",
		async (state) => {
			const directory = join(root, state);
			if (state === "empty") mkdirSync(directory);
			const given = {
				...SERVERS,
				DATA_DIR: directory,
				SECRET: "a secret that all of these roles share",
			};
			expect(await refusal("backup", [join(root, "none")], given)).toBe(
				`There is nothing to back up in ${directory}: all data is on servers; save, in this order, events: "BACKUP DATABASE … TO …" on the server of CLICKHOUSE_URL; accounts: pg_dump of DATABASE_URL.`,
			);
			expect(existsSync(join(directory, "secret"))).toBe(false);
		},
	);
});

describe("a backup is refused in one sentence", () => {
	it.each<[string, string[], RegExp]>([
		["without a target", [], /^Name one folder or bucket to back up to/],
		["with two", ["/one", "/two"], /^Name one folder or bucket to back up to/],
		[
			"with --keep 0",
			["/one", "--keep", "0"],
			/^--keep must be a number of backups, 1 or more, not "0"/,
		],
		[
			"to another service",
			["ftp://host/path"],
			/^ftp:\/\/host\/path: must be a folder, or a bucket/,
		],
		["to a bucket without keys", ["s3://bucket/prefix"], /BACKUP_BUCKET_ACCESS_KEY: is required/],
		["to a file", [join(data, "secret")], /secret: is a file; name a folder for backups$/],
		[
			"below a file",
			[join(data, "secret", "folder")],
			/a part of the path is a file, not a directory$/,
		],
	])("is refused with one sentence: %s", async (_what, parameters, sentence) => {
		expect((await refusal("backup", parameters)).split("\n\n")[0]).toMatch(sentence);
	});

	it("is refused for a missing data directory", async () =>
		expect(
			await refusal("backup", [join(root, "none")], { DATA_DIR: join(root, "no-data") }),
		).toMatch(/^There is no directory .*no-data\. Set DATA_DIR/));
});

describeWithEngine("on a disk that is too small", missingMount(), () => {
	const disk = join(root, "small");
	beforeAll(() => {
		mkdirSync(disk);
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
	});
	afterAll(() => {
		execFileSync("umount", ["-l", disk]);
	});

	it("refuses a backup before anything is written", async () => {
		expect(await refusal("backup", [join(disk, "backups")])).toMatch(
			/backups: the backup needs [\d.]+ MB, but only 8\.4 MB are free; free up space, or choose a target on another disk$/,
		);
		expect(readdirSync(join(disk, "backups"))).toEqual([]);
	});

	it("refuses a backup of its own data, which needs copies there", async () => {
		const DATA_DIR = join(disk, "data");
		mkdirSync(DATA_DIR);
		writeFileSync(join(DATA_DIR, "secret"), "a secret that is long enough for this");
		expect(await refusal("backup", [join(root, "none")], { DATA_DIR })).toMatch(
			/data: a backup temporarily needs [\d.]+ MB here, but only 8\.4 MB are free; free up space and run the command again$/,
		);
	});

	it("refuses a restore before anything is written", async () => {
		const folder = join(root, "for-a-small-disk");
		await footfall("backup", [folder]);
		const DATA_DIR = join(disk, "restored");
		expect(await refusal("restore", [folder], { DATA_DIR })).toMatch(
			/restored: the restore needs [\d.]+ MB, but only 8\.4 MB are free; free up space, or set DATA_DIR to a path on another disk$/,
		);
		expect(readdirSync(DATA_DIR)).toEqual([]);
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

	it("equals one in a folder, shares unchanged files, and is pruned with its unshared ones", async () => {
		const address = `s3://${s3.settings.bucket}/daily`;
		await footfall("backup", [address], variables());
		const first = s3.names();
		writeFileSync(join(data, "scripts", "script-2.js"), "// pinned later");
		await footfall("backup", [address], variables());
		const added = s3.names().filter((name) => !first.includes(name));
		// The scripts, the queue's file and the manifest; the secret is shared.
		expect(added.length).toBeLessThan(first.length);
		expect(first.filter((name) => !s3.names().includes(name))).toEqual([]);
		const kept = await footfall("backup", [address, "--keep", "1"], variables());
		expect(kept.match(/^Removed /gm)).toHaveLength(2);
		expect(s3.names().length).toBeLessThanOrEqual(first.length);
		const to = join(root, "from-bucket");
		await footfall("restore", [address], variables({ DATA_DIR: to }));
		expect(readdirSync(join(to, "scripts"))).toEqual(["script-1.js", "script-2.js"]);
		expect(readFileSync(join(to, "secret"))).toEqual(readFileSync(join(data, "secret")));
	});

	it.each([
		["another key", { BACKUP_BUCKET_SECRET_KEY: "wrong" }, "recordings", /responds with 403/],
		["another bucket", {}, "no-such-bucket", /no-such-bucket is unavailable/],
		[
			"an unreachable service",
			{ BACKUP_BUCKET_ENDPOINT: "http://no-such-host.invalid" },
			"recordings",
			/ENOTFOUND|EAI_AGAIN/,
		],
	])("is refused in one sentence for %s", async (_what, given, bucket, sentence) => {
		const message = await refusal("backup", [`s3://${bucket}/daily`], variables(given));
		expect(message).toMatch(sentence);
		expect(message).not.toContain("\n");
		expect(message).not.toContain(s3.settings.secretKey);
	});
});
