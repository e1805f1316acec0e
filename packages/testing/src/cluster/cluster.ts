import { type ChildProcess, execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleScript } from "../bundle-script.ts";
import { eventually } from "../eventually.ts";
import {
	type HostProgram,
	KAFKA_PORT,
	kafkaOn,
	POSTGRES_PORT,
	postgresOn,
	STORE_PORT,
	storeOn,
} from "./engines.ts";
import { type ClusterHost, type ClusterNetwork, createNetwork } from "./network.ts";
import type { TrafficOptions, TrafficPhase } from "./traffic.ts";

const MAIN = fileURLToPath(new URL("../../../server/bundle/main.js", import.meta.url));
const SECRET = "the secret that the whole tier shares";
const PORT = 3000;
const DATABASE = "footfall";
const WITHIN_MS = 300_000;
const RESTART_MS = 1000;
/** The exit code after which a restart would not help. */
const UNUSABLE = 78;

const GATEWAYS = ["gateway-1", "gateway-2"] as const;
const BROKERS = ["kafka-1", "kafka-2", "kafka-3"] as const;
const LOADERS = ["loader-1", "loader-2"] as const;
const APIS = ["api-1", "api-2"] as const;
const HOSTS = [
	...GATEWAYS,
	...BROKERS,
	...LOADERS,
	...APIS,
	...(["postgres", "store", "browsers"] as const),
];

export type HostName = (typeof HOSTS)[number];

export interface HttpAnswer {
	/** The status, or 0 without a response. */
	status: number;
	body: string;
}

/** The whole product on machines of its own. */
export interface Cluster {
	network: ClusterNetwork<HostName>;
	siteId: string;
	apiKey: string;
	/** Restarts the host's program. */
	restart(name: HostName): void;
	/** Hosts whose program has exited by itself and was restarted. */
	ended(): HostName[];
	/** The output of the host's program. */
	output(name: HostName): string;
	/** Sends a request from the browsers' host. */
	get(url: string, headers?: Record<string, string>): Promise<HttpAnswer>;
	/** Queries the store directly; resolves to the lines of its response. */
	query(sql: string): Promise<string[]>;
	traffic: {
		start(options: Pick<TrafficOptions, "perSecond" | "visitors">): Promise<void>;
		/** Counts everything from now on under this name, which may have been used before. */
		phase(name: string): Promise<void>;
		/** Stops sending new events until it is called with false. */
		hold(isHeld: boolean): Promise<void>;
		stop(): Promise<{ acknowledged: string[]; phases: TrafficPhase[] }>;
	};
	urlOf(name: HostName): string;
	/** Resolves once `/ready` of every gateway, loader and api is 200. */
	ready(withinMs?: number): Promise<void>;
	remove(): Promise<void>;
}

interface Answer {
	call: number;
	answer?: unknown;
	error?: string;
}

/** Forwards messages to the process on the browsers' host, and its responses back. */
const ordersTo = (child: ChildProcess) => {
	let calls = 0;
	const open = new Map<number, (message: Answer) => void>();
	child.on("message", (message: Answer) => open.get(message.call)?.(message));
	child.once("exit", () => {
		for (const [call, answered] of open) answered({ call, error: "The browsers' host has ended" });
	});
	return <Result>(order: object): Promise<Result> =>
		new Promise((resolve, reject) => {
			const call = ++calls;
			open.set(call, ({ answer, error }) => {
				open.delete(call);
				if (error === undefined) resolve(answer as Result);
				else reject(new Error(error));
			});
			child.send({ call, order });
		});
};

/** The product's program on each of its hosts. */
const rolesOn = (
	network: ClusterNetwork<HostName>,
	directory: string,
): [HostName, HostProgram][] => {
	const at = (name: HostName) => network.host(name).address;
	const brokers = BROKERS.map((name) => `${at(name)}:${KAFKA_PORT}`).join(",");
	const shared = {
		PATH: process.env["PATH"],
		SECRET,
		QUEUE_URL: `kafka://${brokers}/footfall-events`,
		CLICKHOUSE_URL: `http://${at("store")}:${STORE_PORT}/${DATABASE}`,
		DATABASE_URL: `postgres://postgres@${at("postgres")}:${POSTGRES_PORT}/postgres`,
	};
	const roleOn = (name: HostName, role: string, more: NodeJS.ProcessEnv) => {
		const env = { ...shared, HOST: at(name), DATA_DIR: join(directory, name), ...more };
		return [name, { program: process.execPath, parameters: [MAIN, role], env }] as [
			HostName,
			HostProgram,
		];
	};
	const port = String(PORT);
	return [
		...APIS.map((name) => roleOn(name, "api", { PORT: port })),
		...LOADERS.map((name) => roleOn(name, "loader", { HEALTH_PORT: port })),
		...GATEWAYS.map((name, index) =>
			roleOn(name, "gateway", {
				PORT: port,
				GATEWAY_WORKERS: "1",
				TRUST_PROXY: at("browsers"),
				API_URL: `http://${at(APIS[index] ?? "api-1")}:${PORT}`,
			}),
		),
	];
};

/**
 * Starts two gateways, three Kafka brokers, two loaders, two apis, PostgreSQL and a store, each on a host of its own, and
 * a host for the browsers.
 */
export const startCluster = async (): Promise<Cluster> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-cluster-"));
	execFileSync("chmod", ["755", directory]);
	mkdirSync(join(directory, "log"));
	const trafficScript = await bundleScript(new URL("./traffic-process.ts", import.meta.url));
	const network = await createNetwork(HOSTS);
	const programs = new Map<HostName, HostProgram>();
	const logOf = (name: HostName) => join(directory, "log", name);
	const output = (name: HostName) =>
		existsSync(logOf(name)) ? readFileSync(logOf(name), "utf8") : "";

	let isRemoved = false;
	const ended: HostName[] = [];
	const restart = (name: HostName) => {
		if (isRemoved) return;
		const one = programs.get(name);
		if (one === undefined) throw new TypeError(`Nothing runs on ${name}`);
		const child = network.host(name).run(one.program, one.parameters, one);
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (text: Buffer) => {
				if (!isRemoved) appendFileSync(logOf(name), text);
			});
		child.once("exit", (code, signal) => {
			if (isRemoved) return;
			appendFileSync(logOf(name), `ended with ${code ?? signal}\n`);
			// As a service manager restarts it; a killed program waits for its host.
			if (code === null || code === UNUSABLE) return;
			ended.push(name);
			setTimeout(restart, RESTART_MS, name);
		});
	};
	const starting = (name: HostName, one: HostProgram) => {
		programs.set(name, one);
		restart(name);
	};

	const hostsOf = (names: readonly HostName[]): ClusterHost[] =>
		names.map((name) => network.host(name));
	const engines = Promise.all([
		kafkaOn(hostsOf(BROKERS), directory),
		postgresOn(network.host("postgres"), directory),
	]);
	const browsers = network.host("browsers").run(process.execPath, [trafficScript], {}, "ipc");
	browsers.stderr?.pipe(process.stderr);
	const order = ordersTo(browsers);
	const urlOf = (name: HostName) => `http://${network.host(name).address}:${PORT}`;
	const get = (url: string, headers: Record<string, string> = {}) =>
		order<HttpAnswer>({ get: { url, headers } });
	const storeUrl = `http://${network.host("store").address}:${STORE_PORT}`;
	const query = async (sql: string, database = DATABASE) => {
		const url = `${storeUrl}/?database=${database}`;
		const { status, body } = await order<HttpAnswer>({ post: { url, body: sql } });
		if (status !== 200) throw new Error(`The store answers ${status}: ${body}`);
		return body.split("\n").filter((line) => line !== "");
	};
	const isReady = (name: HostName) => async () => (await get(`${urlOf(name)}/ready`)).status;
	const ready = async (
		withinMs = WITHIN_MS,
		names: readonly HostName[] = [...APIS, ...LOADERS, ...GATEWAYS],
	) => {
		for (const name of names)
			await eventually(isReady(name), (status) => status === 200, withinMs).catch((error) => {
				throw new Error(`${name} is not ready: ${error}\n${output(name).slice(-3000)}`);
			});
	};
	const remove = async () => {
		isRemoved = true;
		await network.remove();
		rmSync(directory, { recursive: true, force: true });
	};
	try {
		const [kafka, postgres] = await engines;
		for (const [index, name] of BROKERS.entries()) if (kafka[index]) starting(name, kafka[index]);
		starting("postgres", postgres);
		starting("store", storeOn(network.host("store"), directory));
		const roles = rolesOn(network, directory);
		const [first] = roles;
		await eventually(
			() => get(`${storeUrl}/ping`),
			({ status }) => status === 200,
			WITHIN_MS,
		);
		await query(`CREATE DATABASE ${DATABASE}`, "default");
		if (first) starting(...first);
		const topics = { program: process.execPath, parameters: [MAIN, "topics"] };
		const environment = { ...first?.[1].env, DATA_DIR: join(directory, "topics") };
		for (;;) {
			const child = network
				.host("browsers")
				.run(topics.program, topics.parameters, { env: environment });
			const code = await new Promise((resolve) => child.once("exit", resolve));
			if (code === 0) break;
		}
		await ready(WITHIN_MS, ["api-1"]);
		for (const role of roles.slice(1)) starting(...role);
		await ready();
	} catch (error) {
		await remove();
		throw error;
	}
	const signIn = readFileSync(join(directory, "api-1", "first-sign-in"), "utf8");
	const apiKey = /API key\s+(\S+)/.exec(signIn)?.[1] ?? "";
	const askApi = async <Body>(path: string): Promise<Body> => {
		const { body } = await get(urlOf("api-1") + path, { authorization: `Bearer ${apiKey}` });
		return JSON.parse(body) as Body;
	};
	const [organization] = await askApi<{ id: string }[]>("/api/organizations");
	const { sites } = await askApi<{ sites: { id: string }[] }>(
		`/api/organizations/${organization?.id}/sites`,
	);
	const siteId = sites[0]?.id ?? "";
	return {
		ended: () => [...ended],
		...{ network, siteId, apiKey, restart, output, get, query, urlOf, ready, remove },
		traffic: {
			start: (options) =>
				order({ start: { ...options, siteId, apiKey, gateways: GATEWAYS.map(urlOf) } }),
			phase: (phase) => order({ phase }),
			hold: (hold) => order({ hold }),
			stop: () => order({ stop: true }),
		},
	};
};
