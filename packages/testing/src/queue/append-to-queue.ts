import { writeSync } from "node:fs";
import { openEmbeddedQueue } from "@footfall/queue";
import { pause } from "@footfall/shared/waiting/pause";

/**
 * A process that appends `<prefix>-<n>` as fast as it can, and prints a line for each result: `stored <name>` or
 * `refused <name> <reason>`, and every 100 ms `health <true|false>`.
 */
const [directory = "", prefix = "", appenders = "32", reserveBytes = "0"] = process.argv.slice(2);
const queue = openEmbeddedQueue({ directory, reserveBytes: Number(reserveBytes) });
const producer = queue.producer();
const say = (line: string) => writeSync(1, `${line}\n`);
let next = 0;

const appendForever = async () => {
	for (;;) {
		const name = `${prefix}-${next++}`;
		try {
			// Of different lengths, from a small record to one of many pages.
			const padding = "x".repeat((next * 7919) % 3000);
			await producer.append({ key: "", value: Buffer.from(`${name} ${padding}`) });
			say(`stored ${name}`);
		} catch (error) {
			say(`refused ${name} ${error instanceof Error ? error.name : typeof error}`);
			await pause(20);
		}
	}
};
setInterval(async () => say(`health ${(await producer.health()).canStore}`), 100);
await Promise.all(Array.from({ length: Number(appenders) }, appendForever));
