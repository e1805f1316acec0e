import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { whyUnreachable } from "@footfall/shared/unreachable";
import type { EventStore } from "../client/event-store.ts";
import { addressesOf, openRemote, type RemoteStoreOptions } from "../client/remote-store.ts";
import { StoreError } from "../client/store-error.ts";
import { migrateStore, schemaState } from "./migrate.ts";

/** The oldest server version that the product's statements run on; `docs/clickhouse.md` names it. */
const LEAST_VERSION = [25, 8] as const;

/** A definition waits for every server of a cluster, and the cluster gives up after three minutes. */
const DEFINITION_MS = 240_000;

/** @throws EnvironmentError for a server that is older than `LEAST_VERSION` */
const requireVersion = async (store: Pick<EventStore, "query">): Promise<void> => {
	const [row] = await store.query<{ version: string }>("SELECT version() AS version");
	const version = row?.version ?? "";
	const [major = 0, minor = 0] = version.split(".").map(Number);
	const [leastMajor, leastMinor] = LEAST_VERSION;
	if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
	throw new EnvironmentError(
		`CLICKHOUSE_URL: the server is ClickHouse ${version}, and Footfall needs ${LEAST_VERSION.join(".")} or newer; upgrade it.`,
	);
};

const OF_CERTIFICATES = new Set([
	...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT"],
	...["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_UNTRUSTED"],
]);

/** What an operator can do about a failure, by Node's code or the server's. */
const ADVICE: Readonly<Record<string, string>> = {
	CERT_HAS_EXPIRED: "the server's certificate has expired; renew it",
	ERR_TLS_CERT_ALTNAME_INVALID:
		"the server's certificate is for another name; use the name that it has",
	EPROTO: "the server does not speak TLS at this port; use http:// or its HTTPS port",
	ERR_SSL_WRONG_VERSION_NUMBER:
		"the server does not speak TLS at this port; use http:// or its HTTPS port",
	81: "the server has no database of this name; create it",
	139: "the server lacks a macro that CLICKHOUSE_CLUSTER or replicated tables need; define cluster, shard and replica",
	164: "the account may only read; its profile must allow writing and settings",
	192: "the server knows no such user",
	193: "the server refuses the password",
	194: "the server wants a password",
	225: "the server has no Keeper, which the tables of a cluster need; configure it, or leave CLICKHOUSE_CLUSTER out",
	497: "the account lacks a right",
	516: "the server refuses the user or the password",
	701: "the server knows no cluster of the name in CLICKHOUSE_CLUSTER",
};

/** Errors of a server that is overloaded or lost a part of its cluster; the same start may succeed later. */
const PASSING_ADVICE: Readonly<Record<string, string>> = {
	159: "the server did not finish a statement in time; start again when it has less to do",
	202: "the server has too many statements at once; start again when it has less to do",
	210: "the server lost its connection to another one; see that all servers of the cluster run",
	241: "the server's memory does not suffice for a statement; raise its limit",
	242: "a table can only be read while its replica has lost Keeper; see that Keeper runs",
	243: "the server's disk is full; make room",
	999: "the server cannot reach Keeper; see that it runs",
};

/** The failure of a server as one sentence that says what to change. An `UnreachableError` may pass. */
export const explainServerFault = (error: unknown): EnvironmentError | undefined => {
	if (!(error instanceof StoreError)) return undefined;
	const { message, code, connectionCode = "" } = error;
	const because = message.replace(/\.$/, "");
	// The server numbers each of its errors.
	const isStranger = code === undefined && connectionCode === "";
	const passing = isStranger
		? "no ClickHouse answers at this address; correct it, or start the server"
		: (whyUnreachable(connectionCode) ?? PASSING_ADVICE[String(code)]);
	if (passing !== undefined)
		return new UnreachableError(`CLICKHOUSE_URL: ${passing} (${because}).`, { cause: error });
	const advice = OF_CERTIFICATES.has(connectionCode)
		? "the server's certificate is not signed by an authority that this machine trusts; set CLICKHOUSE_CA to the authority's PEM file"
		: (ADVICE[connectionCode] ?? ADVICE[String(code)]);
	if (advice !== undefined)
		return new EnvironmentError(`CLICKHOUSE_URL: ${advice} (${because}).`, { cause: error });
	return new UnreachableError(
		`CLICKHOUSE_URL: the server refuses a statement that the product needs (${because}); see the server's log.`,
		{ cause: error },
	);
};

/**
 * The same server for all processes, whatever order they list the servers in: its tables are the
 * lock of migrations.
 */
const migrationAddress = (url: string): string =>
	[...addressesOf(url)].sort((one, other) => (one.host < other.host ? -1 : 1))[0]?.href ?? url;

/**
 * The event store on servers, with its schema brought up to date.
 * @throws EnvironmentError where the servers cannot be used as they are
 */
export const openServer = async (options: RemoteStoreOptions): Promise<EventStore> => {
	const store = openRemote(options);
	try {
		await requireVersion(store);
		const { pending } = await schemaState(store);
		if (pending.length === 0 || addressesOf(options.url).length === 1)
			await migrateStore(store, { isShared: true });
		else {
			const url = migrationAddress(options.url);
			const one = openRemote({ ...options, url, requestTimeoutMs: DEFINITION_MS });
			try {
				await migrateStore(one, { isShared: true });
			} finally {
				await one.close();
			}
		}
	} catch (error) {
		await store.close();
		throw explainServerFault(error) ?? error;
	}
	return store;
};
