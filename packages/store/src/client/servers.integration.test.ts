import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClickHouseShim, startClickHouseShim } from "@footfall/testing/store/clickhouse-shim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementsOf } from "../schema/migrate.ts";
import { explainServerFault, openServer } from "../schema/open-server.ts";
import { openStore } from "./client.ts";
import { onCluster } from "./cluster-statement.ts";
import type { EventStore } from "./event-store.ts";

const directory = mkdtempSync(join(tmpdir(), "servers-"));
const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
	for (const one of opened.reverse()) await one.close();
	rmSync(directory, { recursive: true });
});

const start = async (options: Parameters<typeof startClickHouseShim>[1] = {}) => {
	const shim = await startClickHouseShim(join(directory, "engine"), options);
	opened.push(shim);
	return shim;
};

const open = (options: Parameters<typeof openStore>[0]): EventStore => {
	const store = openStore(options);
	opened.push(store);
	return store;
};

/** An authority, and a certificate that it signed for 127.0.0.1. */
const createCertificates = () => {
	const file = (name: string) => join(directory, name);
	const openssl = (...parameters: string[]) =>
		execFileSync("openssl", parameters, { stdio: "ignore", cwd: directory });
	const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	openssl(
		...["req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2"],
		...["-subj", "/CN=Test authority"],
	);
	openssl(
		...["req", "-x509", ...key, "-keyout", "server.key", "-out", "server.pem", "-days", "2"],
		...["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
		...["-CA", "ca.pem", "-CAkey", "ca.key"],
	);
	return {
		ca: readFileSync(file("ca.pem")),
		tls: { key: readFileSync(file("server.key")), cert: readFileSync(file("server.pem")) },
	};
};

/** The whole schema, and the tables of an import, as a cluster gets them. */
const clusterStatements = (): string[] => {
	const folder = new URL("../schema/", import.meta.url);
	const schema = readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()
		.flatMap((name) => statementsOf(readFileSync(new URL(name, folder), "utf8")));
	const others = [
		"CREATE TABLE IF NOT EXISTS import_1 ENGINE = ReplacingMergeTree ORDER BY (user_id, source_offset) EMPTY AS SELECT user_id, source_offset FROM events",
		"DROP TABLE IF EXISTS import_1 SYNC",
		"ALTER TABLE events DELETE WHERE site_id = 1 SETTINGS mutations_sync = 2",
	];
	return [...schema, ...others].map((statement) => onCluster(statement, "{cluster}"));
};

describe("two servers with the same data", () => {
	let servers: [ClickHouseShim, ClickHouseShim];
	let store: EventStore;
	const switches: string[] = [];
	beforeAll(async () => {
		servers = [await start(), await start()];
		store = open({
			url: servers.map(({ url }) => url).join(","),
			switched: (from, to) => switches.push(`${from} ${to}`),
		});
		await store.command(
			"CREATE TABLE blocks (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100",
		);
	});

	it("are queried at the first URL, and at the second once the first is gone", async () => {
		const [first, second] = servers;
		const stored = Array.from({ length: 20 }, (_none, n) =>
			store.insert("blocks", ["n"], [[n]], { deduplicationToken: `block-${n}` }),
		);
		await stored[0];
		expect(second.requests()).toEqual([]);
		await first.stop();
		await Promise.all(stored);
		expect(await store.query("SELECT count() AS count, uniqExact(n) AS n FROM blocks")).toEqual([
			{ count: 20, n: 20 },
		]);
		expect(switches).toEqual([`${new URL(first.url).host} ${new URL(second.url).host}`]);
	});
});

describe("a server of a cluster", () => {
	it("receives the settings for storing a block", async () => {
		const server = await start();
		await open({ url: server.url }).insert("blocks", ["n"], [[100]]);
		const [alone] = server.requests().filter(({ sql }) => sql.startsWith("INSERT"));
		expect(alone?.settings).toMatchObject({ async_insert: "0" });
		expect(alone?.settings).not.toHaveProperty("insert_quorum");

		const clustered = open({ url: server.url, cluster: "{cluster}" });
		await clustered.insert("blocks", ["n"], [[101]], { deduplicationToken: "block-101" });
		await clustered.insert("blocks", ["n"], [[102]]);
		const [, named, unnamed] = server.requests().filter(({ sql }) => sql.startsWith("INSERT"));
		expect(named?.settings).toMatchObject({
			...{ async_insert: "0", insert_quorum: "auto", insert_deduplicate: "1" },
		});
		expect(unnamed?.settings).toMatchObject({ insert_quorum: "auto", insert_deduplicate: "0" });
	});

	it("receives statements that the engine understands", async () => {
		const { url } = await start();
		for (const statement of clusterStatements()) {
			const answer = await fetch(url, { method: "POST", body: `EXPLAIN AST ${statement}` });
			expect([statement, await answer.text()]).toEqual([
				statement,
				expect.stringMatching(/^(Create|Alter|Drop|Truncate|Insert)Query/),
			]);
		}
	});

	it("is asked to catch up before rows are read that another process stored", async () => {
		const server = await start();
		const store = open({ url: server.url, cluster: "{cluster}" });
		// The engine has no such table; the statement still arrives.
		await expect(store.catchUp?.(["blocks"])).rejects.toThrow();
		expect(server.requests().map(({ sql }) => sql)).toContain(
			"SYSTEM SYNC REPLICA blocks LIGHTWEIGHT",
		);
	});
});

describe("a cluster that cannot store", () => {
	it("reports it within five seconds after a block gets no response", async () => {
		const waiting: ServerResponse[] = [];
		const server = createHttpServer((request, response) => {
			if (request.url?.includes("INSERT")) waiting.push(response);
			else response.end('{"is_readonly":0,"active_replicas":3,"total_replicas":3}\n');
		});
		await once(server.listen(0, "127.0.0.1"), "listening");
		const { port } = server.address() as AddressInfo;
		const store = open({ url: `http://127.0.0.1:${port}`, cluster: "{cluster}" });
		const inserted = store.insert("blocks", ["n"], [[202]]);
		await expect.poll(() => waiting.length).toBe(1);
		await store.requireInsertable?.();
		await expect
			.poll(() => store.requireInsertable?.().catch(({ message }: Error) => message), {
				timeout: 5000,
			})
			.toBe("too few replicas have stored the block");
		for (const response of waiting) response.end();
		await inserted;
		await store.requireInsertable?.();
		server.close();
		server.closeAllConnections();
	});
});

describe("a block that must no longer be stored", () => {
	it("is not sent", async () => {
		const server = await start();
		const signal = AbortSignal.abort(new Error("the lease is over"));
		const store = open({ url: server.url });
		await expect(store.insert("blocks", ["n"], [[200]], { signal })).rejects.toThrow(
			"the lease is over",
		);
		expect(server.requests()).toEqual([]);
	});

	it("is discarded with its connection while in transit", async () => {
		const closed: string[] = [];
		const server = createServer((socket) => {
			socket.once("error", ({ message }) => closed.push(message));
			socket.once("data", () => server.emit("request"));
		});
		await once(server.listen(0, "127.0.0.1"), "listening");
		const store = open({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
		const lease = new AbortController();
		const inserting = store.insert("blocks", ["n"], [[201]], { signal: lease.signal });
		await once(server, "request");
		lease.abort();
		await expect(inserting).rejects.toThrow();
		await expect.poll(() => closed).toEqual(["read ECONNRESET"]);
		server.close();
	});
});

describe("a server with TLS", () => {
	it("is trusted by the configured authority, and by no other", async () => {
		const { ca, tls } = createCertificates();
		const server = await start({ tls });
		const trusting = open({ url: server.url, certificateAuthority: ca });
		expect(await trusting.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
		await expect(openServer({ url: server.url })).rejects.toThrow(
			"CLICKHOUSE_URL: the server's certificate is not signed by an authority that this machine trusts; set CLICKHOUSE_CA to the authority's PEM file",
		);
		const plain = server.url.replace("https:", "http:");
		await expect(openServer({ url: plain })).rejects.toThrow();
	});

	it("is not contacted over TLS if it has none", async () => {
		const server = await start();
		await expect(openServer({ url: server.url.replace("http:", "https:") })).rejects.toThrow(
			"CLICKHOUSE_URL: the server does not use TLS on this port",
		);
	});
});

describe("a server that cannot be used", () => {
	it.each([
		[
			{ failure: { code: 516, text: "default: Authentication failed" } },
			"rejects the user or the password",
		],
		[{ failure: { code: 81, text: "Database nowhere does not exist" } }, "create it"],
		[{ failure: { code: 497, text: "Not enough privileges" } }, "the user lacks a privilege"],
		[
			{ version: "25.7.1.1" },
			"the server is ClickHouse 25.7.1.1, but Footfall needs 25.8 or newer",
		],
	])("is rejected in one sentence: %j", async (options, sentence) => {
		const server = await start(options);
		const refusal = await openServer({ url: server.url }).catch((error: Error) => error);
		expect(refusal).toMatchObject({ name: "EnvironmentError" });
		expect((refusal as Error).message).toContain(sentence);
		expect((refusal as Error).message).not.toContain("\n");
	});

	it.each([
		[242, "Table is in readonly mode", "check that Keeper is running"],
		[243, "Cannot reserve 1.00 MiB, not enough space", "the server's disk is full; free up space"],
		[999, "Coordination::Exception: Connection loss", "the server cannot reach Keeper"],
		[49, "Logical error", "the server rejects a statement that the product needs ("],
	])("is rejected in one sentence as long as it responds with %d", async (code, text, sentence) => {
		const server = await start({ failure: { code, text } });
		const refusal = await openServer({ url: server.url }).catch((error: Error) => error);
		expect(refusal).toMatchObject({ name: "UnreachableError" });
		expect((refusal as Error).message).toContain(sentence);
		expect((refusal as Error).message).not.toContain("\n");
	});

	it("is not blamed for another kind of fault", () =>
		expect(explainServerFault(new Error("connect ECONNREFUSED"))).toBeUndefined());
});
