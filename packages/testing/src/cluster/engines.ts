import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { missingPostgres } from "../api/databases.ts";
import { account, emptyCluster, finished, serverPrograms } from "../api/postgres.ts";
import { JVM } from "../kafka/kafka-broker.ts";
import { kafkaClassPath, missingKafka, startsOwnBrokers } from "../kafka/kafka-distribution.ts";
import { propertiesOf } from "../kafka/kafka-properties.ts";
import type { MissingEngine } from "../require-engine.ts";
import { clickHouseProgram, missingClickHouse } from "../store/clickhouse-server.ts";
import { type ClusterHost, missingNamespaces } from "./network.ts";

/** Why the cluster cannot run on separate hosts here, if so. */
export const missingTier = (): MissingEngine => {
	const missing = missingNamespaces() ?? missingKafka() ?? missingClickHouse();
	if (missing) return missing;
	if (!startsOwnBrokers)
		return { name: "kafka", reason: "no broker of ours, because KAFKA_BROKERS names others" };
	return missingPostgres();
};

/** How to start a host's program, also after it was killed. */
export interface HostProgram {
	program: string;
	parameters: string[];
	env?: NodeJS.ProcessEnv;
	cwd?: string;
	user?: { uid: number; gid: number };
}

export const KAFKA_PORT = 9092;
const CONTROLLER_PORT = 9093;
export const STORE_PORT = 8123;
export const POSTGRES_PORT = 5432;

/** A Kafka cluster of these hosts, each both broker and controller. */
export const kafkaOn = async (
	hosts: readonly ClusterHost[],
	directory: string,
): Promise<HostProgram[]> => {
	const clusterId = Buffer.concat([Buffer.of(0), randomBytes(15)]).toString("base64url");
	return Promise.all(
		hosts.map(async ({ name }, index) => {
			const own = join(directory, name);
			mkdirSync(own);
			const properties = join(own, "server.properties");
			const layout = {
				id: index + 1,
				addresses: hosts.map(({ address }) => address),
				ports: hosts.map(() => KAFKA_PORT),
				controllers: hosts.map(() => CONTROLLER_PORT),
				directory: own,
				secure: undefined,
				proxied: undefined,
			};
			writeFileSync(properties, propertiesOf(layout));
			const java = [...JVM, "-cp", kafkaClassPath()];
			const format = ["kafka.tools.StorageTool", "format", "-t", clusterId, "-c", properties];
			await promisify(execFile)("java", [...java, ...format]);
			return { program: "java", parameters: ["-Xmx256m", ...java, "kafka.Kafka", properties] };
		}),
	);
};

/** A PostgreSQL server with an empty database `postgres`, for every host of the network. */
export const postgresOn = async (
	{ address }: ClusterHost,
	directory: string,
): Promise<HostProgram> => {
	const programs = serverPrograms();
	if (programs === undefined) throw new Error("No PostgreSQL here");
	const user = account();
	const data = join(directory, "postgres");
	await finished("cp", ["-r", await emptyCluster(programs, user), data], {});
	appendFileSync(join(data, "pg_hba.conf"), "host all all samenet trust\n");
	if (user) await finished("chown", ["-R", `${user.uid}:${user.gid}`, data], {});
	return {
		program: join(programs, "postgres"),
		parameters: ["-D", data, "-h", address, "-p", String(POSTGRES_PORT), "-k", ""],
		cwd: data,
		...(user && { user }),
	};
};

/** A ClickHouse server, without a database of the product's. */
export const storeOn = ({ address }: ClusterHost, directory: string): HostProgram =>
	clickHouseProgram(join(directory, "store"), { host: address, port: STORE_PORT });
