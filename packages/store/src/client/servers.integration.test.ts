import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describeWithEngine } from "@footfall/testing/require-engine";
import {
	type ClickHouseProxyOptions,
	startClickHouseProxy,
} from "@footfall/testing/store/clickhouse-proxy";
import {
	type ClickHouseServer,
	type ClickHouseUser,
	missingClickHouse,
	startClickHouse,
} from "@footfall/testing/store/clickhouse-server";
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

const USERS: readonly ClickHouseUser[] = [
	{ name: "protected", password: "right" },
	{ name: "reader", password: "", isReadonly: true },
	{ name: "limited", password: "", rights: ["SELECT ON *.*"] },
];

let server: ClickHouseServer | undefined;
let database = "";
beforeAll(async () => {
	if (missingClickHouse()) return;
	server = await startClickHouse({ users: USERS });
	opened.push(server);
	database = await server.createDatabase();
});

/** An address of the server, which records what arrives. */
const start = async (options: ClickHouseProxyOptions = {}, url = database) => {
	const proxy = await startClickHouseProxy(url, options);
	opened.push(proxy);
	return proxy;
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

describeWithEngine("a server with two addresses", missingClickHouse(), () => {
	it("is queried at the first URL, and at the second once the first is gone", async () => {
		const [first, second] = [await start(), await start()];
		const switches: string[] = [];
		const store = open({
			url: [first, second].map(({ url }) => url).join(","),
			switched: (from, to) => switches.push(`${from} ${to}`),
		});
		await store.command(
			"CREATE TABLE blocks (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 100",
		);
		const stored = Array.from({ length: 20 }, (_none, n) =>
			store.insert("blocks", ["n"], [[n]], { deduplicationToken: `block-${n}` }),
		);
		await stored[0];
		expect(second.statements()).toEqual([]);
		await first.close();
		await Promise.all(stored);
		expect(await store.query("SELECT count() AS count, uniqExact(n) AS n FROM blocks")).toEqual([
			{ count: 20, n: 20 },
		]);
		expect(switches).toEqual([`${new URL(first.url).host} ${new URL(second.url).host}`]);
	});
});

describeWithEngine("a server of a cluster", missingClickHouse(), () => {
	it("receives the settings for storing a block", async () => {
		const server = await start();
		await open({ url: server.url }).command(
			"CREATE TABLE IF NOT EXISTS blocks (n UInt64) ENGINE = MergeTree ORDER BY n",
		);
		await open({ url: server.url }).insert("blocks", ["n"], [[100]]);
		const [alone] = server.statements().filter(({ sql }) => sql.startsWith("INSERT"));
		expect(alone?.settings).toMatchObject({ async_insert: "0" });
		expect(alone?.settings).not.toHaveProperty("insert_quorum");

		const clustered = open({ url: server.url, cluster: "{cluster}" });
		await clustered.insert("blocks", ["n"], [[101]], { deduplicationToken: "block-101" });
		await clustered.insert("blocks", ["n"], [[102]]);
		const [, named, unnamed] = server.statements().filter(({ sql }) => sql.startsWith("INSERT"));
		expect(named?.settings).toMatchObject({
			...{ async_insert: "0", insert_quorum: "auto", insert_deduplicate: "1" },
		});
		expect(unnamed?.settings).toMatchObject({ insert_quorum: "auto", insert_deduplicate: "0" });
	});

	it("receives statements that the engine understands", async () => {
		for (const statement of clusterStatements()) {
			const [answer] = (await server?.query(`EXPLAIN AST ${statement}`, database)) ?? [];
			expect([statement, answer]).toEqual([
				statement,
				expect.stringMatching(/^(Create|Alter|Drop|Truncate|Insert)Query/),
			]);
		}
	});

	it("is asked to catch up before rows are read that another process stored", async () => {
		const server = await start();
		const store = open({ url: server.url, cluster: "{cluster}" });
		// The table has no replicas; the statement still arrives.
		await expect(store.catchUp?.(["blocks"])).rejects.toThrow();
		expect(server.statements().map(({ sql }) => sql)).toContain(
			"SYSTEM SYNC REPLICA blocks LIGHTWEIGHT",
		);
	});
});

describe("a replica that lacks a block", () => {
	/** Never catches up, and answers how many blocks it lacks, and how many of them no server that is up has. */
	const startBehind = async (...lacking: { missing: number; unavailable: number }[]) => {
		const server = createHttpServer(async (request, response) => {
			const statement = await text(request);
			if (!statement.includes("SYSTEM SYNC REPLICA")) {
				const row = lacking.length > 1 ? lacking.shift() : lacking[0];
				return response.end(`${JSON.stringify(row)}\n`);
			}
			response.writeHead(500, { "X-ClickHouse-Exception-Code": "159" });
			response.end("Code: 159. DB::Exception: command timed out. (TIMEOUT_EXCEEDED)");
		});
		opened.push({ close: async () => void server.close() });
		await once(server.listen(0, "127.0.0.1"), "listening");
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};

	it("is used without it if only servers have it that are down, and says so", async () => {
		const url = await startBehind({ missing: 3, unavailable: 1 }, { missing: 1, unavailable: 1 });
		const said: string[] = [];
		const store = open({
			...{ url, cluster: "{cluster}" },
			incomplete: (server, blocks) => said.push(`${server} lacks ${blocks}`),
		});
		await store.catchUp?.(["blocks"]);
		expect(said).toEqual([`${new URL(url).host} lacks 1`]);
	});

	it("is not waited for indefinitely if another server has it", async () => {
		const url = await startBehind({ missing: 2, unavailable: 1 });
		const store = open({ url, cluster: "{cluster}", catchUpMs: 100 });
		await expect(store.catchUp?.(["blocks"])).rejects.toMatchObject({ code: 159 });
	});
});

describe("a cluster that cannot store", () => {
	it("reports that Keeper is lost when its server knows of no replica", async () => {
		const server = createHttpServer((_request, response) => {
			response.end('{"is_readonly":0,"active_replicas":0,"total_replicas":0}\n');
		});
		await once(server.listen(0, "127.0.0.1"), "listening");
		const { port } = server.address() as AddressInfo;
		const store = open({ url: `http://127.0.0.1:${port}`, cluster: "{cluster}" });
		await expect(store.requireInsertable?.()).rejects.toThrow(
			"the server has lost its connection to Keeper, so nothing can be stored",
		);
		server.close();
		server.closeAllConnections();
	});

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

describeWithEngine("a block that must no longer be stored", missingClickHouse(), () => {
	it("is not sent", async () => {
		const server = await start();
		const signal = AbortSignal.abort(new Error("the lease is over"));
		const store = open({ url: server.url });
		await expect(store.insert("blocks", ["n"], [[200]], { signal })).rejects.toThrow(
			"the lease is over",
		);
		expect(server.statements()).toEqual([]);
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

describeWithEngine("a server with TLS", missingClickHouse(), () => {
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

describeWithEngine("a server that cannot be used", missingClickHouse(), () => {
	const refusalOf = (url: string) => openServer({ url }).catch((error: Error) => error);
	const expectSentence = (refusal: unknown, name: string, sentence: string) => {
		expect(refusal).toMatchObject({ name });
		expect((refusal as Error).message).toContain(sentence);
		expect((refusal as Error).message).not.toContain("\n");
	};

	it.each([
		["protected:wrong@", "", "the server rejects the user or the password"],
		["nobody:@", "", "the server rejects the user or the password"],
		["", "nowhere", "the database does not exist; create it"],
		["limited:@", "", "the user lacks a privilege"],
		["reader:@", "", "the user is read-only; its profile must allow writes and settings"],
	])("is rejected in one sentence: %s/%s", async (account, path, sentence) => {
		const url = new URL(database.replace("//", `//${account}`));
		if (path !== "") url.pathname = path;
		expectSentence(await refusalOf(url.href), "EnvironmentError", sentence);
	});

	it("is used with the right password", async () => {
		const url = database.replace("//", "//protected:right@");
		expect(await open({ url }).query("SELECT currentUser() AS user")).toEqual([
			{ user: "protected" },
		]);
	});

	it("is rejected in one sentence if it is too old", async () => {
		const { url } = await start({ version: "25.7.1.1" });
		expectSentence(
			await refusalOf(url),
			"EnvironmentError",
			"the server is ClickHouse 25.7.1.1, but Footfall needs 25.8 or newer",
		);
	});

	it.each([
		[242, "Table is in readonly mode", "check that Keeper is running"],
		[243, "Cannot reserve 1.00 MiB, not enough space", "the server's disk is full; free up space"],
		[999, "Coordination::Exception: Connection loss", "the server cannot reach Keeper"],
		[49, "Logical error", "the server rejects a statement that the product needs ("],
	])(
		"is rejected in one sentence as long as it responds with %d",
		async (code, message, sentence) => {
			const { url } = await start({ failure: { code, text: message } });
			expectSentence(await refusalOf(url), "UnreachableError", sentence);
		},
	);

	it("is not blamed for another kind of fault", () =>
		expect(explainServerFault(new Error("connect ECONNREFUSED"))).toBeUndefined());
});
