import type { Logger } from "@footfall/shared/logger";
import { OUTCOMES_PATH } from "@footfall/shared/outcomes";
import { VIOLATIONS_PATH } from "@footfall/shared/schemas/violation-report";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { askBackend } from "./ask-backend.ts";
import type { Backend } from "./backend.ts";

/** Someone waiting for a first visit sees it, or why it does not count, within seconds. */
const REPORT_INTERVAL_MS = 2_000;

interface Counted {
	take(): { report: object; giveBack(): void } | undefined;
}

interface Reporting {
	backend: Backend;
	internalToken: string;
	log: Logger;
}

const startReportsTo = (
	path: string,
	counted: Counted,
	{ backend, internalToken, log }: Reporting,
): PeriodicJob => {
	let accepted = true;
	const reportOnce = async (signal: AbortSignal) => {
		const taken = counted.take();
		if (taken === undefined) return;
		try {
			const asked = { path, body: taken.report, signal };
			const response = await askBackend(backend, internalToken, asked);
			response.resume();
			const status = response.statusCode ?? 0;
			const wasAccepted = accepted;
			accepted = status === 204;
			if (accepted) return;
			taken.giveBack();
			if (wasAccepted) log.warn({ status, path }, "The backend does not accept event outcomes");
		} catch {
			// An unavailable backend is already logged: the configuration cannot be pulled then either.
			taken.giveBack();
		}
	};
	return startPeriodicJob(reportOnce, {
		pauseMs: REPORT_INTERVAL_MS,
		immediately: false,
		failed: (error) =>
			log.error({ error: (error as Error).message, path }, "Event outcomes could not be reported"),
	});
};

/**
 * Reports the outcomes of events, and how these violate their schemas, to the backend every two seconds while there are new
 * ones. What is not accepted is reported again.
 */
export const startReports = (
	{ outcomesOfSites, violations }: { outcomesOfSites: Counted; violations: Counted },
	reporting: Reporting,
): Pick<PeriodicJob, "close"> => {
	const jobs = [
		startReportsTo(OUTCOMES_PATH, outcomesOfSites, reporting),
		startReportsTo(VIOLATIONS_PATH, violations, reporting),
	];
	return {
		close: async () => {
			for (const job of jobs) await job.close();
		},
	};
};
