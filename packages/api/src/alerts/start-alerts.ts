import { randomUUID } from "node:crypto";
import { startPeriodicJob } from "@footfall/shared/waiting/periodic-job";
import { type AlertEvaluation, createEvaluateAlerts } from "./evaluate-alerts.ts";

const MINUTE_MS = 60_000;
/** Events of a minute are stored a few seconds after it. */
const AFTER_MS = 5_000;

/** Evaluates alert rules each minute until it is closed. */
export const startAlerts = (
	dependencies: Omit<AlertEvaluation, "holder">,
): { close(): Promise<void> } => {
	const evaluate = createEvaluateAlerts({ ...dependencies, holder: randomUUID() });
	return startPeriodicJob(
		async () => {
			await evaluate(Date.now());
		},
		{
			immediately: false,
			pauseMs: () => MINUTE_MS - ((Date.now() - AFTER_MS) % MINUTE_MS),
			failed: (err, isRepeated) => {
				if (!isRepeated) dependencies.logger.error({ err }, "Alerts could not be evaluated");
			},
		},
	);
};
