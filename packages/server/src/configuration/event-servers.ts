import { readFileSync } from "node:fs";
import { unusableVariables } from "@footfall/shared/environment";
import { z } from "zod";

const EXAMPLE = "http://user:password@host:8123/database";

const isAddress = (text: string): boolean =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "";

/** Variables of the ClickHouse servers; without the first, events are stored in DATA_DIR. */
export const eventServerEnvironment = {
	/** ClickHouse over HTTP: one server, or comma-separated replicas. */
	CLICKHOUSE_URL: z
		.string()
		.refine(
			(text) => text.split(",").every((one) => isAddress(one.trim())),
			`must be an address like ${EXAMPLE}, or several separated by commas`,
		)
		.optional(),
	/** Creates replicated tables on all servers of this cluster. */
	CLICKHOUSE_CLUSTER: z
		.string()
		.regex(
			/^[\w.-]+$|^\{\w+\}$/,
			"must be the name of a cluster in system.clusters, or a macro such as {cluster}",
		)
		.optional(),
	/** The number of replicas that must have a block before it counts as stored. */
	CLICKHOUSE_INSERT_QUORUM: z
		.string()
		.regex(/^(auto|[1-9]\d?)$/, "must be auto or a number from 1 to 99")
		.optional(),
	/** PEM file of the authority that signed the servers' certificates. */
	CLICKHOUSE_CA: z.string().optional(),
};

type Values = z.infer<z.ZodObject<typeof eventServerEnvironment>>;

const OTHERS = ["CLICKHOUSE_CLUSTER", "CLICKHOUSE_INSERT_QUORUM", "CLICKHOUSE_CA"] as const;

const certificateIn = (path: string): Buffer => {
	let content: Buffer;
	try {
		content = readFileSync(path);
	} catch (error) {
		throw unusableVariables(`CLICKHOUSE_CA: cannot be read: ${(error as Error).message}`);
	}
	if (content.includes("-----BEGIN CERTIFICATE-----")) return content;
	throw unusableVariables(`CLICKHOUSE_CA: ${path} contains no PEM certificate`);
};

/**
 * The ClickHouse servers, if configured.
 * @throws EnvironmentError that names the variable that cannot be used
 */
export const eventServersOf = (values: Values) => {
	const { CLICKHOUSE_URL: url, CLICKHOUSE_CA: path } = values;
	if (url === undefined) {
		const set = OTHERS.find((name) => values[name] !== undefined);
		if (set === undefined) return undefined;
		throw unusableVariables(
			`CLICKHOUSE_URL: is required when ${set} is set; it is the address of the server`,
		);
	}
	return {
		url,
		cluster: values.CLICKHOUSE_CLUSTER,
		insertQuorum: values.CLICKHOUSE_INSERT_QUORUM,
		certificateAuthority: path === undefined ? undefined : certificateIn(path),
	};
};
