import { text } from "node:stream/consumers";
import type { Logger } from "@footfall/shared/logger";
import { RESENDS_PATH, ResendBatch, type ResendReport } from "@footfall/shared/schemas/resend";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { askBackend } from "../backend/ask-backend.ts";
import type { Backend } from "../backend/backend.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Resend } from "./resend.ts";

const INTERVAL_MS = 2_000;

/**
 * Asks the backend every two seconds for quarantined events that are to be sent again, sends them, and reports those that are in
 * the queue. Without that report, another gateway is given them after a minute.
 */
export const startTakingResends = ({
	backend,
	internalToken,
	configuration,
	resend,
	log,
}: {
	backend: Backend;
	internalToken: string;
	configuration: () => CompiledConfiguration | undefined;
	resend: Resend;
	log: Logger;
}): PeriodicJob => {
	const takeBatch = async (signal: AbortSignal): Promise<boolean> => {
		const current = configuration();
		if (current === undefined) return false;
		const given = await askBackend(backend, internalToken, { path: RESENDS_PATH, signal });
		const answer = await text(given);
		// 204 if there is nothing to do, and 404 from a backend of an earlier version.
		if (given.statusCode !== 200) return false;
		const batch = ResendBatch.parse(JSON.parse(answer));
		const outcome = await resend(batch, current);
		const body: ResendReport = { resend: batch.resend, site: batch.site, ...outcome };
		const taken = await askBackend(backend, internalToken, { path: RESENDS_PATH, body, signal });
		taken.resume();
		return outcome.doneUntil !== undefined;
	};
	return startPeriodicJob(
		async (signal) => {
			while (await takeBatch(signal));
		},
		{
			pauseMs: INTERVAL_MS,
			immediately: false,
			failed: (error) => {
				// An unavailable backend is already logged: the configuration cannot be pulled then either.
				if (error instanceof SyntaxError || (error as Error).name === "ZodError")
					log.error(
						{},
						"Quarantined events could not be sent again: the backend's answer is invalid",
					);
			},
		},
	);
};
