import { readFileSync } from "node:fs";
import { cpuSecondsOf, residentPartsOf } from "../measuring/process-figures.mjs";

/**
 * CPU seconds of this process: `script` of its main thread, where our own code runs, and `engine` of all others: the
 * threads of the event store and the few of Node.
 */
const times = () => {
	const { user, system } = process.cpuUsage();
	const script = cpuSecondsOf(`${process.pid}/task/${process.pid}`);
	return { script, engine: (user + system) / 1e6 - script };
};

/** The cost of a task: wall time in seconds, and CPU seconds by kind of thread. */
export const timesOf = async (task) => {
	const before = times();
	const start = performance.now();
	const result = await task();
	const seconds = (performance.now() - start) / 1000;
	const after = times();
	return {
		result,
		seconds,
		scriptSeconds: after.script - before.script,
		engineSeconds: after.engine - before.engine,
	};
};

/** Starts sampling; the returned function stops and returns the peak private memory of this process in MB. */
export const watchMemory = () => {
	let most = 0;
	const look = () => {
		most = Math.max(most, residentPartsOf(process.pid).anonymous);
	};
	const timer = setInterval(look, 50);
	return () => {
		clearInterval(timer);
		look();
		return most;
	};
};

/** The ids of the Kafka brokers that this process has started, each with the folder of its log. */
export const brokersHere = () =>
	readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
		.trim()
		.split(" ")
		.map((pid) => ({ pid, words: readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0") }))
		.filter(({ words }) => words.includes("kafka.Kafka"))
		.map(({ pid, words }) => {
			const properties = words.find((word) => word.endsWith("server.properties"));
			return { pid: Number(pid), log: properties.replace("server.properties", "log") };
		});
