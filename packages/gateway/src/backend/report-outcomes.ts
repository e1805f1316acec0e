import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import { OUTCOMES_PATH } from "@footfall/shared/outcomes";
import { VIOLATIONS_PATH } from "@footfall/shared/schemas/violation-report";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Backend } from "./backend.ts";

/** Someone waiting for a first visit sees it, or why it does not count, within seconds. */
const REPORT_INTERVAL_MS = 2_000;
const REPORT_TIMEOUT_MS = 2_000;

const post = async (
	backend: Backend,
	internalToken: string,
	{ path, report, signal }: { path: string; report: object; signal: AbortSignal },
): Promise<number> => {
	const body = Buffer.from(JSON.stringify(report));
	const request = backend.request({
		method: "POST",
		path,
		timeout: REPORT_TIMEOUT_MS,
		signal,
		headers: {
			Host: "backend",
			Authorization: `Bearer ${internalToken}`,
			"Content-Type": "application/json",
			"Content-Length": body.length,
		},
	});
	const failed = once(request, "error").then(([error]) => Promise.reject(error));
	// The request may fail after its response has arrived.
	failed.catch(() => undefined);
	request.on("timeout", () => request.destroy(new Error("The backend did not answer in time")));
	request.end(body);
	const answered = once(request, "response") as Promise<[IncomingMessage]>;
	// Fails together with the request.
	answered.catch(() => undefined);
	const [response] = await Promise.race([answered, failed]);
	response.resume();
	return response.statusCode ?? 0;
};

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
			const status = await post(backend, internalToken, { path, report: taken.report, signal });
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
