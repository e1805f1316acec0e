import { openEmbeddedQueue } from "@footfall/queue";

/** A process that opens a queue and closes it again, until it is killed. */
const [directory = ""] = process.argv.slice(2);
for (;;) {
	const queue = openEmbeddedQueue({ directory });
	queue.depth();
	await queue.close();
}
