import { readQueue } from "./read-queue.ts";

/** A process that reads a queue's directory to its end, and prints what it found or why it could not. */
const [directory = ""] = process.argv.slice(2);
try {
	process.stdout.write(JSON.stringify(await readQueue(directory)));
} catch (error) {
	process.stdout.write(JSON.stringify({ refused: String(error) }));
}
process.exit(0);
