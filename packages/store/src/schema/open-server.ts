import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { whyNoTls, whyUnreachable } from "@footfall/shared/unreachable";
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
		`CLICKHOUSE_URL: the server is ClickHouse ${version}, but Footfall needs ${LEAST_VERSION.join(".")} or newer; upgrade it.`,
	);
};

const OF_CERTIFICATES = new Set([
	...["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_GET_ISSUER_CERT"],
	...["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_UNTRUSTED"],
]);

/** What an operator can do about a failure, by Node's code or the server's. */
const ADVICE: Readonly<Record<string, string>> = {
	CERT_HAS_EXPIRED: "the server's certificate has expired; renew it",
	ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for a different name; use that name",
	81: "the database does not exist; create it",
	139: "the server lacks a macro that CLICKHOUSE_CLUSTER or replicated tables need; define cluster, shard and replica",
	164: "the user is read-only; its profile must allow writes and settings",
	192: "the server does not know the user",
	193: "the server rejects the password",
	194: "the server requires a password",
	225: "the server has no Keeper, which the tables of a cluster need; configure it, or unset CLICKHOUSE_CLUSTER",
	497: "the user lacks a privilege",
	516: "the server rejects the user or the password",
	701: "the server has no cluster with the name in CLICKHOUSE_CLUSTER",
};

/** Errors of a server that is overloaded or lost a part of its cluster; the same start may succeed later. */
const PASSING_ADVICE: Readonly<Record<string, string>> = {
	159: "the server did not finish a statement in time; start again when its load is lower",
	202: "the server runs too many statements at once; start again when its load is lower",
	210: "the server lost its connection to another server; check that all servers of the cluster are running",
	241: "the server has too little memory for a statement; raise its limit",
	242: "a table is read-only because its replica has lost Keeper; check that Keeper is running",
	243: "the server's disk is full; free up space",
	517: "a replica has not applied the previous change of a table yet; run this again when all replicas are up and have caught up",
	999: "the server cannot reach Keeper; check that it is running",
};

/** The failure of a server as one sentence that says what to change. An `UnreachableError` may pass. */
export const explainServerFault = (error: unknown): EnvironmentError | undefined => {
	if (!(error instanceof StoreError)) return undefined;
	const { message, code, connectionCode = "" } = error;
	const because = message.replace(/\.$/, "");
	// The server numbers each of its errors.
	const isStranger = code === undefined && connectionCode === "";
	const passing = isStranger
		? "the server there is not ClickHouse; correct the address, or start the server"
		: (whyUnreachable(connectionCode) ?? PASSING_ADVICE[String(code)]);
	if (passing !== undefined)
		return new UnreachableError(`CLICKHOUSE_URL: ${passing} (${because}).`, { cause: error });
	const advice = OF_CERTIFICATES.has(connectionCode)
		? "the server's certificate is not signed by an authority that this machine trusts; set CLICKHOUSE_CA to the authority's PEM file"
		: (whyNoTls(connectionCode) ?? ADVICE[connectionCode] ?? ADVICE[String(code)]);
	if (advice !== undefined)
		return new EnvironmentError(`CLICKHOUSE_URL: ${advice} (${because}).`, { cause: error });
	return new UnreachableError(
		`CLICKHOUSE_URL: the server rejects a statement that the product needs (${because}); check the server's log.`,
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
