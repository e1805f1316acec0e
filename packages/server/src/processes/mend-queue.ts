import { salvageDamagedQueue } from "@footfall/queue";
import { pino } from "pino";

/** Recovers the records of a damaged queue, in a process of its own so that the supervisor loads no engine. */
const [directory = "", level = "info"] = process.argv.slice(2);
const log = pino({ level, base: { role: "mend-queue" } });
try {
	const salvage = await salvageDamagedQueue(directory, log);
	if (salvage)
		log.error(
			salvage,
			"The queue was made anew of the records that can be read; its dead letters are left in the damaged file",
		);
} catch (error) {
	log.error({ directory, error: String(error) }, "The damaged queue could not be made anew");
	process.exit(1);
}
