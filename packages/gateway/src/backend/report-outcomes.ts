import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import { OUTCOMES_PATH, type OutcomeReport } from "@footfall/shared/outcomes";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import type { Backend } from "./backend.ts";

/** Someone waiting for a first visit sees it, or why it does not count, within seconds. */
const REPORT_INTERVAL_MS = 2_000;
const REPORT_TIMEOUT_MS = 2_000;

const post = async (
	backend: Backend,
	internalToken: string,
	{ report, signal }: { report: OutcomeReport; signal: AbortSignal },
): Promise<number> => {
	const body = Buffer.from(JSON.stringify(report));
	const request = backend.request({
		method: "POST",
		path: OUTCOMES_PATH,
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

/**
 * Reports outcomes to the backend every two seconds while there are new ones. What is not accepted is reported again.
 */
export const startOutcomeReports = ({
	backend,
	internalToken,
	outcomes,
	log,
}: {
	backend: Backend;
	internalToken: string;
	outcomes: { take(): { report: OutcomeReport; giveBack(): void } | undefined };
	log: Logger;
}): PeriodicJob => {
	let accepted = true;
	const reportOnce = async (signal: AbortSignal) => {
		const taken = outcomes.take();
		if (taken === undefined) return;
		try {
			const status = await post(backend, internalToken, { report: taken.report, signal });
			const wasAccepted = accepted;
			accepted = status === 204;
			if (accepted) return;
			taken.giveBack();
			if (wasAccepted) log.warn({ status }, "The backend does not accept event outcomes");
		} catch {
			// An unavailable backend is already logged: the configuration cannot be pulled then either.
			taken.giveBack();
		}
	};
	return startPeriodicJob(reportOnce, {
		pauseMs: REPORT_INTERVAL_MS,
		immediately: false,
		failed: (error) =>
			log.error({ error: (error as Error).message }, "Event outcomes could not be reported"),
	});
};
