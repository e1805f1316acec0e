import { lookup } from "node:dns/promises";
import type { Column } from "@footfall/reports/export/columns";
import type { DestinationTarget } from "@footfall/shared/destinations/destination";
import { isPublicAddress } from "@footfall/shared/destinations/public-address";
import { PrivateAddressError } from "@footfall/shared/destinations/public-connection";
import pg from "pg";
import { KEY_COLUMNS } from "../rows/columns.ts";
import type { Row } from "../rows/stored-rows.ts";
import { type Delivery, type Target, TargetError } from "./target.ts";

type PostgresTarget = Extract<DestinationTarget, { kind: "postgres" }>;

export interface PostgresTargetOptions {
	password: string;
	columns: readonly Column[];
	/** Whether the server may have an address of a private network. */
	privateNetworks: boolean;
}

const MAX_ROWS = 1000;
const GATHER_MS = 1000;
const TIMEOUT_MS = 30_000;

const TYPES: Readonly<Record<Column["kind"], string>> = {
	...{ text: "text", integer: "bigint", number: "double precision", boolean: "boolean" },
	...{ json: "jsonb", time: "timestamptz" },
};

/** An id is unique per site for a day. */
const KEY = ["site_id", "received_at", "event_id"];

const REASONS: Readonly<Record<string, string>> = {
	"28P01": "the user or the password is wrong",
	"28000": "the user may not connect",
	"3D000": "the database does not exist",
	"3F000": "the schema does not exist: create it",
	"42501": "the user may not create or write the table",
	"42P10":
		"the table has no unique key of site_id, received_at and event_id: add it, or name another table",
	"53100": "its disk is full",
	"53300": "it has too many connections",
	ENOTFOUND: "its name cannot be resolved",
	ECONNREFUSED: "it refuses the connection",
};

/** PostgreSQL stores no zero bytes in texts. */
const storable = (value: unknown): unknown =>
	typeof value === "string" ? value.replaceAll("\0", "") : value;

const recordOf = (row: Row, columns: readonly Column[]): Record<string, unknown> =>
	Object.fromEntries(
		columns.map(({ name, kind }) => {
			const value = row[name];
			return [name, kind === "time" ? new Date(value as number).toISOString() : storable(value)];
		}),
	);

/** Rows of a table, which is created when it is missing: each event once, however often it is delivered. */
export const openPostgresTarget = (
	{ host, port, database, user, schema, table, tls }: PostgresTarget,
	{ password, columns, privateNetworks }: PostgresTargetOptions,
): Target => {
	const name = `"${schema}"."${table}"`;
	const names = columns.map((column) => `"${column.name}"`).join(", ");
	const definitions = columns.map((column) => {
		const isKey = (KEY_COLUMNS as readonly string[]).includes(column.name);
		return `"${column.name}" ${TYPES[column.kind]}${isKey ? " NOT NULL" : ""}`;
	});
	const create = `CREATE TABLE IF NOT EXISTS ${name} (${definitions.join(", ")}, PRIMARY KEY (${KEY.join(", ")}))`;
	const insert = `INSERT INTO ${name} (${names})
		SELECT ${names} FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb) ON CONFLICT (${KEY.join(", ")}) DO NOTHING`;
	let client: pg.Client | undefined;

	const drop = async () => {
		const leaving = client;
		client = undefined;
		await leaving?.end().catch(() => undefined);
	};

	/** The address that is connected to is one that was checked. */
	const addressOf = async (): Promise<string> => {
		if (privateNetworks) return host;
		const found = await lookup(host, { all: true });
		if (host.startsWith("/") || !found.every(({ address }) => isPublicAddress(address)))
			throw new PrivateAddressError();
		return found[0]?.address ?? host;
	};

	const connected = async (): Promise<pg.Client> => {
		if (client) return client;
		const opening = new pg.Client({
			...{ host: await addressOf(), port, database, user, password },
			...{ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
			...(tls && { ssl: { servername: host } }),
		});
		// Without a listener, a connection that breaks while it is idle would end the process.
		opening.on("error", () => void drop());
		await opening.connect();
		client = opening;
		await opening.query(create);
		return opening;
	};

	const explained = async (work: () => Promise<unknown>): Promise<void> => {
		try {
			await work();
		} catch (error) {
			await drop();
			if (error instanceof TargetError) throw error;
			const { code = "", message } = error as { code?: string; message: string };
			// A message may quote a row's values; the code does not.
			const reason = REASONS[code] ?? (/^\w{5}$/.test(code) ? `error ${code}` : message);
			throw new TargetError(`PostgreSQL at ${host} takes no events: ${reason}`);
		}
	};

	return {
		maxRows: MAX_ROWS,
		gatherMs: GATHER_MS,
		deliver: ({ rows }: Delivery) =>
			explained(async () => {
				const records = rows.map((row) => recordOf(row, columns));
				await (await connected()).query(insert, [JSON.stringify(records)]);
			}),
		check: () => explained(async () => (await connected()).query(insert, ["[]"])),
		close: drop,
	};
};
