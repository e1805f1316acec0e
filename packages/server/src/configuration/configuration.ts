import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { apiEnvironment } from "@footfall/api/config";
import { gatewayEnvironment } from "@footfall/gateway/config";
import { KafkaAddressError, readKafkaAddress } from "@footfall/queue/kafka-address";
import { port, readEnvironment, unusableVariables } from "@footfall/shared/environment";
import { z } from "zod";
import { tracingEnvironment } from "../tracing/tracing-environment.ts";
import { backupEnvironment } from "./backup-bucket.ts";
import { destinationEnvironment, destinationPolicyOf } from "./destination-policy.ts";
import { eventServerEnvironment, eventServersOf } from "./event-servers.ts";
import { googleAddressesOf, googleEnvironment } from "./google-addresses.ts";
import { bucketEnvironment, replayBucketOf } from "./replay-bucket.ts";
import { derivedKey, installationSecret, MIN_SECRET_LENGTH } from "./secret.ts";
import { withSecretFiles } from "./secret-files.ts";

const webAddress = (example: string) =>
	z.url({ protocol: /^https?$/, error: `must be an address like ${example}` });

/** Every environment variable of the product. */
export const environment = z.object({
	...gatewayEnvironment.shape,
	...apiEnvironment.shape,
	...bucketEnvironment,
	...tracingEnvironment,
	...backupEnvironment,
	...googleEnvironment,
	...destinationEnvironment,
	HOST: z.string().default("127.0.0.1"),
	/** The address of a loader's or backend's health checks; absent = none. */
	HEALTH_PORT: port.optional(),
	/** All stored data is below it. */
	DATA_DIR: z.string().default("./data"),
	/** Signs sessions and derives visitor ids; generated and kept in DATA_DIR when absent. */
	SECRET: z
		.string()
		.min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
		.optional(),
	/** Kafka brokers and topic; absent = the embedded queue in DATA_DIR. */
	QUEUE_URL: z.string().optional(),
	/** Password for the brokers, if it is not part of the address. */
	QUEUE_PASSWORD: z.string().optional(),
	/** How gateways write records into Kafka: several packed into one, or each as JSON that any consumer can read. */
	KAFKA_RECORDS: z.enum(["packed", "json"], "must be packed or json").optional(),
	...eventServerEnvironment,
	/** Address of the api for a separate gateway. */
	API_URL: webAddress("http://api.internal:3001").optional(),
	/** The instance that `footfall mcp`, `schemas`, `types` and `annotate` connect to. */
	FOOTFALL_URL: webAddress("https://stats.example.com").optional(),
	/** The API key that they send. */
	FOOTFALL_API_KEY: z.string().optional(),
	LOG_LEVEL: z
		.enum(
			["debug", "info", "warn", "error", "silent"],
			"must be debug, info, warn, error or silent",
		)
		.default("info"),
});

/** Longest path that fits a socket address on every supported system. */
const MAX_SOCKET_PATH = 100;

const socketPathIn = (dataDirectory: string): string => {
	const path = join(dataDirectory, "backend.sock");
	if (path.length <= MAX_SOCKET_PATH) return path;
	const name = createHash("sha256").update(path).digest("hex").slice(0, 16);
	return join(tmpdir(), `footfall-${name}.sock`);
};

/** The brokers and the topic of QUEUE_URL, and the form of records; undefined for the embedded queue. */
const kafkaOf = ({
	QUEUE_URL: address,
	QUEUE_PASSWORD: password,
	KAFKA_RECORDS: records,
}: Pick<z.infer<typeof environment>, "QUEUE_URL" | "QUEUE_PASSWORD" | "KAFKA_RECORDS">) => {
	if (address === undefined) return undefined;
	try {
		return { ...readKafkaAddress(address, password), ...(records && { records }) };
	} catch (error) {
		if (!(error instanceof KafkaAddressError)) throw error;
		throw unusableVariables(`QUEUE_URL: ${error.message}`);
	}
};

/** A server, or the directory of an embedded engine. */
type Location = { url: string } | { directory: string };

export type Configuration = ReturnType<typeof configurationFrom>;

/**
 * Everything that commands and processes need, from the environment and from earlier starts.
 * @throws EnvironmentError that names each invalid variable
 */
export const configurationFrom = (variables: NodeJS.ProcessEnv) => {
	const values = readEnvironment(environment, withSecretFiles(variables));
	const dataDirectory = resolve(values.DATA_DIR);
	const socketPath = socketPathIn(dataDirectory);
	const kafka = kafkaOf(values);
	const locate = (url: string | undefined, folder: string): Location =>
		url === undefined ? { directory: join(dataDirectory, folder) } : { url };
	return {
		...values,
		dataDirectory,
		accounts: locate(values.DATABASE_URL, "accounts"),
		events: eventServersOf(values) ?? { directory: join(dataDirectory, "store") },
		kafka,
		replayBucket: replayBucketOf(values),
		googleAddresses: googleAddressesOf(values),
		destinationPolicy: destinationPolicyOf(values, kafka),
		socketPath,
		/** Address at which the gateway finds the api. */
		backend: values.API_URL === undefined ? { socketPath } : { origin: values.API_URL },
		/** The databases with which a gateway enriches an event. */
		lookups: {
			cityDatabases:
				values.GEO_CITY_DATABASE === undefined ? undefined : [values.GEO_CITY_DATABASE],
			asnDatabase: values.GEO_ASN_DATABASE,
			botRanges: values.BOT_RANGES,
		},
		trackerDirectory: fileURLToPath(new URL("../../../tracker/dist/", import.meta.url)),
		/** Reads or generates the secret; to be called only by a process that really starts. */
		secrets: () => {
			const secret = installationSecret(dataDirectory, values.SECRET);
			return {
				visitors: derivedKey(secret, "visitors"),
				accounts: derivedKey(secret, "accounts"),
				internalToken: derivedKey(secret, "internal"),
			};
		},
	};
};
