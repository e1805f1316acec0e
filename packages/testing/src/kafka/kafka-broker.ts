import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pause } from "@footfall/shared/waiting/pause";
import { Kafka, logLevel } from "kafkajs";
import { freePorts } from "../network/free-ports.ts";
import { kafkaClassPath } from "./kafka-distribution.ts";
import { createCertificate, propertiesOf, SECURE_USER } from "./kafka-properties.ts";

/** One node of a cluster. */
export interface KafkaNode {
	/** `127.0.0.1:port`, the same after every restart. */
	address: string;
	start(): Promise<void>;
	/** Shuts it down cleanly, and waits until it is gone. */
	stop(): Promise<void>;
	/** SIGKILL, and waits until it is gone. */
	kill(): Promise<void>;
	/** Connections stay open but get no responses, until `thaw`. */
	freeze(): void;
	thaw(): void;
}

/** How a client authenticates. */
export interface SecureListener {
	broker: string;
	/** The certificate to trust, PEM. */
	certificate: string;
	username: string;
	password: string;
}

export interface KafkaCluster {
	brokers: string[];
	/** Empty when KAFKA_BROKERS names an external cluster, which tests must not stop. */
	nodes: KafkaNode[];
	/** Present on request: a listener with TLS and SCRAM-SHA-512. */
	secure?: SecureListener;
	/** Present on request: a listener on `port` whose clients are sent to `advertised`, for a proxy between them. */
	proxied?: { port: number; advertised: number };
	/** A topic name that no other run has used. */
	newTopic(): string;
	/** Stops every node and removes its files. */
	remove(): Promise<void>;
}

export const JVM = ["-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
const START_WITHIN_MS = 60_000;

/** Resolves once a broker responds and belongs to a cluster of at least `nodes`. */
const untilAnswers = async (brokers: string[], nodes: number): Promise<void> => {
	const deadline = performance.now() + START_WITHIN_MS;
	const kafka = new Kafka({
		brokers,
		logLevel: logLevel.NOTHING,
		retry: { retries: 0 },
		connectionTimeout: 500,
	});
	for (;;) {
		const admin = kafka.admin();
		try {
			await admin.connect();
			const cluster = await admin.describeCluster();
			if (cluster.brokers.length >= nodes) return;
		} catch (error) {
			if (performance.now() > deadline) throw error;
		} finally {
			await admin.disconnect();
		}
		if (performance.now() > deadline) throw new Error(`Fewer than ${nodes} brokers came up`);
		await pause(200);
	}
};

const createNode = (directory: string, address: string, nodes: number, heapMegabytes: number) => {
	let child: ChildProcess | undefined;
	const killWithUs = () => child?.kill("SIGKILL");
	process.once("exit", killWithUs);

	const end = async (signal: NodeJS.Signals) => {
		const ending = child;
		if (ending === undefined) return;
		const gone = new Promise((resolve) => ending.once("exit", resolve));
		if (ending.exitCode === null && ending.signalCode === null) {
			ending.kill(signal);
			await gone;
		}
		child = undefined;
	};

	const launch = () => {
		const output = openSync(join(directory, "output.log"), "a");
		child = spawn(
			"java",
			[
				`-Xmx${heapMegabytes}m`,
				...JVM,
				"-cp",
				kafkaClassPath(),
				"kafka.Kafka",
				join(directory, "server.properties"),
			],
			{ stdio: ["ignore", output, output] },
		);
		return new Promise<never>((_resolve, reject) =>
			child?.once("exit", (code, signal) =>
				reject(
					new Error(
						`The broker ended with ${code ?? signal}:\n${readFileSync(join(directory, "output.log"), "utf8").slice(-2000)}`,
					),
				),
			),
		);
	};

	return {
		address,
		launch,
		start: async () => {
			const ended = launch();
			ended.catch(() => undefined);
			await Promise.race([untilAnswers([address], nodes), ended]);
		},
		stop: () => end("SIGTERM"),
		kill: () => end("SIGKILL"),
		freeze: () => void child?.kill("SIGSTOP"),
		thaw: () => void child?.kill("SIGCONT"),
		forget: () => process.off("exit", killWithUs),
	};
};

const newTopic = () => `footfall-${randomBytes(6).toString("hex")}`;

/** Starts real Kafka brokers on free loopback ports, or uses the cluster that KAFKA_BROKERS names. */
export const startKafka = async (
	options: { nodes?: 1 | 3; secure?: boolean; proxied?: boolean } = {},
): Promise<KafkaCluster> => {
	const { nodes: count = 1, secure: wantsSecure = false, proxied: wantsProxy = false } = options;
	const existing = process.env["KAFKA_BROKERS"];
	if (existing)
		return {
			brokers: existing.split(","),
			nodes: [],
			newTopic,
			remove: () => Promise.resolve(),
		};

	const root = mkdtempSync(join(tmpdir(), "footfall-kafka-"));
	const [securePort = 0, proxiedPort = 0, advertised = 0, ...ports] = await freePorts(
		2 * count + 3,
	);
	const proxied = wantsProxy ? { port: proxiedPort, advertised } : undefined;
	const brokerPorts = ports.slice(0, count);
	const controllers = ports.slice(count);
	const { store, certificate } = wantsSecure
		? createCertificate(root)
		: { store: "", certificate: "" };
	const secure = wantsSecure ? { port: securePort, store } : undefined;
	// One in 64 would begin with "-", and look like an option to the tool that parses it.
	const clusterId = Buffer.concat([Buffer.of(0), randomBytes(15)]).toString("base64url");
	const ids = brokerPorts.map((_port, index) => index + 1);
	const nodes = await Promise.all(
		ids.map(async (id) => {
			const directory = mkdtempSync(join(root, `${id}-`));
			const properties = join(directory, "server.properties");
			writeFileSync(
				properties,
				propertiesOf({ id, ports: brokerPorts, controllers, directory, secure, proxied }),
			);
			await promisify(execFile)("java", [
				...JVM,
				"-cp",
				kafkaClassPath(),
				"kafka.tools.StorageTool",
				"format",
				"-t",
				clusterId,
				"-c",
				properties,
				...(secure
					? [
							"--add-scram",
							`SCRAM-SHA-512=[name=${SECURE_USER.username},password="${SECURE_USER.password}"]`,
						]
					: []),
			]);
			return createNode(
				directory,
				`127.0.0.1:${brokerPorts[id - 1]}`,
				count,
				count === 1 ? 384 : 256,
			);
		}),
	);
	const brokers = nodes.map(({ address }) => address);
	const remove = async () => {
		await Promise.all(nodes.map((node) => node.kill()));
		for (const node of nodes) node.forget();
		rmSync(root, { recursive: true, force: true });
	};
	try {
		// Together: a node alone has no quorum and would wait for the others.
		const ended = nodes.map((node) => node.launch());
		for (const end of ended) end.catch(() => undefined);
		await Promise.race([untilAnswers(brokers, count), ...ended]);
	} catch (error) {
		await remove();
		throw error;
	}
	return {
		brokers,
		nodes,
		newTopic,
		remove,
		...(proxied ? { proxied } : {}),
		...(secure
			? { secure: { broker: `127.0.0.1:${securePort}`, certificate, ...SECURE_USER } }
			: {}),
	};
};
