import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { freePorts } from "../network/free-ports.ts";
import { type RunningCommand, runCommand } from "../product/running-command.ts";
import { publishedMain } from "./published-versions.ts";

export const ROLE_NAMES = [
	"api-1",
	"api-2",
	"loader-1",
	"loader-2",
	"gateway-1",
	"gateway-2",
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

const WITHIN_MS = 240_000;

const statusOf = (url: string): Promise<number> =>
	fetch(url).then(
		({ status }) => status,
		() => 0,
	);

/** Roles of different versions on the same servers; each gateway has an API of its own. */
export interface VersionedTier {
	urlOf(name: RoleName): string;
	/** Starts a role of a published version, or of this one, and waits until it is ready. */
	start(name: RoleName, version: string | undefined): Promise<void>;
	/** Stops a role, and expects that it ends cleanly. */
	stop(name: RoleName): Promise<void>;
	/** Kills a role without warning. */
	kill(name: RoleName): Promise<void>;
	output(name: RoleName): string;
	/** Runs a command to its end. */
	run(parameters: readonly string[], version: string | undefined): Promise<number | null>;
	close(): Promise<void>;
}

const mainOf = (version: string | undefined) =>
	version === undefined ? undefined : publishedMain(version);

/** @param servers QUEUE_URL, CLICKHOUSE_URL, DATABASE_URL and the other variables of all roles */
export const createVersionedTier = async (
	directory: string,
	servers: NodeJS.ProcessEnv,
): Promise<VersionedTier> => {
	const ports = await freePorts(ROLE_NAMES.length);
	const portOf = (name: RoleName) => String(ports[ROLE_NAMES.indexOf(name)]);
	const urlOf = (name: RoleName) => `http://127.0.0.1:${portOf(name)}`;
	const running = new Map<RoleName, RunningCommand>();
	const own = (name: RoleName): NodeJS.ProcessEnv => {
		if (name.startsWith("loader")) return { HEALTH_PORT: portOf(name) };
		if (name.startsWith("api")) return { PORT: portOf(name) };
		const api = name === "gateway-1" ? "api-1" : "api-2";
		return { PORT: portOf(name), API_URL: urlOf(api), GATEWAY_WORKERS: "1" };
	};
	const environmentOf = (name: string) => ({ ...servers, DATA_DIR: join(directory, name) });
	const end = async (name: RoleName, signal: NodeJS.Signals) => {
		const role = running.get(name);
		running.delete(name);
		role?.send(signal);
		return { role, ended: await role?.ended };
	};
	const stop = async (name: RoleName) => {
		const { role, ended } = await end(name, "SIGTERM");
		if (ended !== undefined && ended.code !== 0)
			throw new Error(`${name} ended with ${ended.code ?? ended.signal}:\n${role?.output()}`);
	};
	return {
		urlOf,
		output: (name) => running.get(name)?.output() ?? "",
		start: async (name, version) => {
			const [role = ""] = name.split("-");
			const environment = { ...environmentOf(name), ...own(name) };
			const started = runCommand([role], environment, undefined, mainOf(version));
			running.set(name, started);
			let hasEnded = false;
			void started.ended.then(() => {
				hasEnded = true;
			});
			const status = await eventually(
				() => statusOf(`${urlOf(name)}/ready`),
				(now) => now === 200 || hasEnded,
				WITHIN_MS,
			);
			if (status !== 200) throw new Error(`${name} does not start:\n${started.output()}`);
		},
		stop,
		kill: async (name) => void (await end(name, "SIGKILL")),
		run: async (parameters, version) => {
			const environment = environmentOf("commands");
			const { code } = await runCommand(parameters, environment, undefined, mainOf(version)).ended;
			return code;
		},
		close: async () => {
			for (const [, role] of running) role.send("SIGKILL");
			await Promise.all([...running].map(([, { ended }]) => ended));
		},
	};
};
