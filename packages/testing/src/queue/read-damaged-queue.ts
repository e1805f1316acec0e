import { openEmbeddedQueue } from "@footfall/queue";
import { readQueue } from "./read-queue.ts";

/** A process that opens a queue's directory as a gateway does, reads it to its end and prints its findings. */
const [directory = ""] = process.argv.slice(2);
const queue = openEmbeddedQueue({ directory });
await queue.producer().health();
process.stdout.write(JSON.stringify(await readQueue(directory)));
await queue.close();
process.exit(0);
