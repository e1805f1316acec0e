import { writeSync } from "node:fs";
import { openEmbeddedQueue } from "@footfall/queue";

/** Test support, run as a process: appends `<prefix>-<n>` and prints each n that was acknowledged. */
const [directory = "", prefix = ""] = process.argv.slice(2);
const producer = openEmbeddedQueue({ directory }).producer();
let next = 0;
const appendForever = async () => {
	for (;;) {
		const text = `${prefix}-${next++}`;
		await producer.append({ key: "", value: Buffer.from(text) });
		writeSync(1, `${text}\n`);
	}
};
await Promise.all(Array.from({ length: 32 }, appendForever));
