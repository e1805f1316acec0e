import { salvageDamagedQueue } from "@footfall/queue";
import { silentLogger } from "@footfall/shared/logger";
import { readQueue } from "./read-queue.ts";

/** A process that saves what it can of a queue's directory, reads it to its end and prints what it found. */
const [directory = ""] = process.argv.slice(2);
const salvage = await salvageDamagedQueue(directory, silentLogger);
process.stdout.write(JSON.stringify({ ...(await readQueue(directory)), salvage }));
process.exit(0);
