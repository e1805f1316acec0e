import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { MissingEngine } from "../require-engine.ts";

const SWITCH = fileURLToPath(new URL("./network-switch.c", import.meta.url));
const NETWORK = "10.93.0";

/** Faults of frames on their way from one host to another. */
export interface LinkFaults {
	delayMs?: number;
	jitterMs?: number;
	/** Share of the frames that are lost, 0 to 1. */
	loss?: number;
	isCut?: boolean;
}

/** A host with an address of its own: a network namespace with its processes. */
export interface ClusterHost<Name extends string = string> {
	name: Name;
	address: string;
	/** Starts a program there, which ends with this process. */
	run(
		program: string,
		parameters: readonly string[],
		options?: { env?: NodeJS.ProcessEnv; cwd?: string; user?: { uid: number; gid: number } },
		stdio?: "pipe" | "ipc",
	): ChildProcess;
	/** SIGKILL to every process on it, like a power cut. */
	kill(): Promise<void>;
	/** Every process is stopped; connections stay open. */
	freeze(): void;
	thaw(): void;
	/** The interface goes down, and up again. */
	unplug(): void;
	plug(): void;
}

/** Hosts on one switch. */
export interface ClusterNetwork<Name extends string> {
	host(name: Name): ClusterHost<Name>;
	/** Sets the faults from one host to another; without a name, from or to all. Omitted faults are none. */
	link(direction: { from?: Name; to?: Name }, faults: LinkFaults): Promise<void>;
	/** Clears all faults. */
	heal(): Promise<void>;
	remove(): Promise<void>;
}

const run = (program: string, parameters: readonly string[], input?: string): string =>
	execFileSync(program, parameters, {
		encoding: "utf8",
		stdio: ["pipe", "pipe", "pipe"],
		...(input !== undefined && { input }),
	});

/** Distinguishes a process from a later one with the same id. */
const startedAt = (pid: string): string => {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
	} catch {
		return "";
	}
};

const pidsIn = (space: string): number[] =>
	run("ip", ["netns", "pids", space]).split("\n").filter(Boolean).map(Number);

const signalAll = (space: string, signal: NodeJS.Signals): void => {
	for (const pid of pidsIn(space))
		try {
			process.kill(pid, signal);
		} catch {
			// It ended meanwhile.
		}
};

const removeSpace = (space: string): void => {
	signalAll(space, "SIGKILL");
	run("ip", ["netns", "delete", space]);
};

const SPACE = /^footfall-(\d+)-(\d+)-/;

/** Removes the hosts of runs that were killed before they could clean up. */
const removeAbandoned = (): void => {
	if (!existsSync("/run/netns")) return;
	for (const space of readdirSync("/run/netns")) {
		const [, pid = "", started] = SPACE.exec(space) ?? [];
		if (started !== undefined && startedAt(pid) !== started) removeSpace(space);
	}
};

/** Why network namespaces are unavailable here, if so. */
export const missingNamespaces = (): MissingEngine => {
	const probe = `footfall-${process.pid}-${startedAt(String(process.pid))}-probe`;
	try {
		run("ip", ["netns", "add", probe]);
		run("ip", ["netns", "delete", probe]);
		run("cc", ["--version"]);
		run("setpriv", ["--version"]);
		if (existsSync("/dev/net/tun")) return undefined;
		return { name: "namespaces", reason: "no /dev/net/tun" };
	} catch (error) {
		const reason = String((error as { stderr?: unknown }).stderr ?? error).trim();
		return {
			name: "namespaces",
			reason: `no right to make network namespaces, no ip, no cc or no setpriv (${reason})`,
		};
	}
};

const createHost = <Name extends string>(
	name: Name,
	space: string,
	address: string,
): ClusterHost<Name> => {
	const children = new Set<ChildProcess>();
	return {
		name,
		address,
		run: (program, parameters, { user, ...options } = {}, stdio = "pipe") => {
			const identity = user
				? ["--reuid", String(user.uid), "--regid", String(user.gid), "--clear-groups"]
				: [];
			const child = spawn(
				"nsenter",
				[
					`--net=/run/netns/${space}`,
					...["setpriv", ...identity, "--pdeathsig", "KILL"],
					...[program, ...parameters],
				],
				{
					...options,
					stdio: ["ignore", "pipe", "pipe", ...(stdio === "ipc" ? (["ipc"] as const) : [])],
				},
			);
			children.add(child);
			child.once("exit", () => children.delete(child));
			return child;
		},
		kill: async () => {
			const gone = [...children].map((child) => once(child, "exit"));
			signalAll(space, "SIGKILL");
			// One that has only just been started is not there yet.
			for (const child of children) child.kill("SIGKILL");
			await Promise.all(gone);
		},
		freeze: () => signalAll(space, "SIGSTOP"),
		thaw: () => signalAll(space, "SIGCONT"),
		unplug: () => void run("ip", ["-n", space, "link", "set", "eth0", "down"]),
		plug: () => void run("ip", ["-n", space, "link", "set", "eth0", "up"]),
	};
};

const startSwitch = async (spaces: readonly string[]) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-switch-"));
	const program = join(directory, "switch");
	run("cc", ["-O2", "-o", program, SWITCH]);
	const child = spawn(program, [...spaces], { stdio: ["pipe", "pipe", "inherit"] });
	const gone = once(child, "exit");
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const answered = async () => {
		const { value } = await lines.next();
		if (value !== "ok") throw new Error(`The switch does not obey: ${value ?? "it ended"}`);
	};
	await answered();
	return {
		obey: async (command: string) => {
			child.stdin.write(`${command}\n`);
			await answered();
		},
		close: async () => {
			child.stdin.end();
			await gone;
			rmSync(directory, { recursive: true });
		},
	};
};

/**
 * Creates a host of each name, all on one switch. The kernel's own `netem` is not in every kernel, so the switch is a
 * program of ours. Hosts of a run that was killed are removed by the next.
 */
export const createNetwork = async <Name extends string>(
	names: readonly Name[],
): Promise<ClusterNetwork<Name>> => {
	removeAbandoned();
	const prefix = `footfall-${process.pid}-${startedAt(String(process.pid))}-`;
	const spaces = names.map((name) => prefix + name);
	const remove = () => {
		for (const space of spaces) if (existsSync(`/run/netns/${space}`)) removeSpace(space);
	};
	process.once("exit", remove);
	const addressOf = (index: number) => `${NETWORK}.${index + 1}`;
	for (const space of spaces) run("ip", ["netns", "add", space]);
	const connection = await startSwitch(spaces);
	for (const [index, space] of spaces.entries())
		run(
			"ip",
			["-n", space, "-batch", "-"],
			[
				"link set lo up",
				`link set eth0 address 02:00:00:00:00:${(index + 1).toString(16).padStart(2, "0")}`,
				"link set eth0 up",
				`addr add ${addressOf(index)}/24 dev eth0`,
			].join("\n"),
		);
	const hosts = new Map(
		names.map((name, index) => [name, createHost(name, prefix + name, addressOf(index))]),
	);
	const numberOf = (name: Name | undefined) => (name === undefined ? 0 : names.indexOf(name) + 1);
	const link: ClusterNetwork<Name>["link"] = (
		{ from, to },
		{ delayMs = 0, jitterMs = 0, loss = 0, isCut = false },
	) =>
		connection.obey(
			["link", numberOf(from), numberOf(to), delayMs * 1000, jitterMs * 1000]
				.concat(Math.round(loss * 1_000_000), isCut ? 1 : 0)
				.join(" "),
		);
	return {
		host: (name) => {
			const host = hosts.get(name);
			if (host === undefined) throw new TypeError(`There is no host ${name}`);
			return host;
		},
		link,
		heal: () => link({}, {}),
		remove: async () => {
			await Promise.all([...hosts.values()].map((host) => host.kill()));
			await connection.close();
			remove();
			process.off("exit", remove);
		},
	};
};
