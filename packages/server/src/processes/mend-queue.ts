import { salvageDamagedQueue } from "@footfall/queue";
import { pino } from "pino";

/** A process of its own, so that what starts the product holds no engine: saves what a damaged queue holds, if it is damaged. */
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
