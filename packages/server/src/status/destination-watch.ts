import type { DestinationState } from "@footfall/api";
import type { MetricRegistry } from "@footfall/gateway/metric-registry";
import type { DestinationPhase } from "@footfall/shared/destinations/destination";
import type { Logger } from "@footfall/shared/logger";
import { type PeriodicJob, startPeriodicJob } from "@footfall/shared/waiting/periodic-job";

const LOOK_EVERY_MS = 10_000;
const PHASES: readonly DestinationPhase[] = ["running", "paused", "failing"];
const LABELS = ["destination", "kind"];

const labelsOf = ({ id, kind }: DestinationState) => ({ destination: String(id), kind });

const report = (now: DestinationState, before: DestinationState | undefined, logger: Logger) => {
	const fields = { destination: now.id };
	const known = before?.failure ?? "";
	if (now.failure === known) return;
	if (now.failure !== "")
		logger.warn(
			{ ...fields, reason: now.failure },
			now.phase === "paused"
				? "A destination wants no events any more; it is paused until it is resumed"
				: "A destination cannot get events; it is tried again",
		);
	else if (now.phase !== "paused") logger.info(fields, "A destination gets events again");
};

/** Follows what is written down about destinations, for the metrics and the log. */
export const watchDestinations = (logger: Logger) => {
	let states: readonly DestinationState[] = [];
	/** How often each began to fail, since this process watches. */
	const failures = new Map<number, number>();
	let job: PeriodicJob | undefined;

	const look = async (read: () => Promise<readonly DestinationState[]>): Promise<void> => {
		const found = await read();
		for (const now of found) {
			const before = states.find(({ id }) => id === now.id);
			report(now, before, logger);
			const begins = now.failure !== "" && (before?.failure ?? "") === "";
			failures.set(now.id, (failures.get(now.id) ?? 0) + (begins ? 1 : 0));
		}
		states = found;
	};

	const valuesOf = (of: (state: DestinationState) => number) => () =>
		states.map((state) => [labelsOf(state), of(state)] as const);

	const measure = ({ labelledGauge, labelledCount }: MetricRegistry): void => {
		const gauge = (name: string, help: string, of: (state: DestinationState) => number) =>
			labelledGauge({ name, help, labelNames: LABELS, aggregator: "max" }, valuesOf(of));
		const count = (name: string, help: string, of: (state: DestinationState) => number) =>
			labelledCount(name, help, LABELS, valuesOf(of));
		gauge(
			"footfall_destination_lag_events",
			"Stored events that a destination has still to get",
			({ lagEvents }) => lagEvents,
		);
		gauge(
			"footfall_destination_lag_seconds",
			"Age of the oldest event that a destination has still to get",
			({ lagMs }) => lagMs / 1000,
		);
		labelledGauge(
			{
				name: "footfall_destination_phase",
				help: "1 for the phase of a destination, 0 for the others",
				labelNames: [...LABELS, "phase"],
				aggregator: "max",
			},
			() =>
				states.flatMap((state) =>
					PHASES.map(
						(phase) => [{ ...labelsOf(state), phase }, phase === state.phase ? 1 : 0] as const,
					),
				),
		);
		count(
			"footfall_destination_delivered_total",
			"Events that a destination has got",
			({ delivered }) => delivered,
		);
		count(
			"footfall_destination_filtered_total",
			"Events that the filter of a destination left out",
			({ filtered }) => filtered,
		);
		count(
			"footfall_destination_failures_total",
			"How often a destination began to fail, since this process started",
			({ id }) => failures.get(id) ?? 0,
		);
	};

	return {
		measure,
		/** @param read what is written down now */
		start: (read: () => Promise<readonly DestinationState[]>): void => {
			job = startPeriodicJob(() => look(read), {
				pauseMs: LOOK_EVERY_MS,
				failed: (error, isRepeated) => {
					if (!isRepeated)
						logger.warn(
							{ error: String(error) },
							"The state of the destinations could not be read; retrying",
						);
				},
			});
		},
		/** Reads once more; resolves when it is done. */
		now: async (): Promise<void> => job?.now(),
		close: async (): Promise<void> => job?.close(),
	};
};
