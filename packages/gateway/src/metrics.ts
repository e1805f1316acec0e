import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ConfigurationSource } from "./configuration/puller.ts";
import type { Outcomes } from "./outcome.ts";

const APPEND_BUCKETS_SECONDS = [
	0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
];

export interface Metrics {
	/** The Prometheus text of now. */
	text(): Promise<string>;
	contentType: string;
	/** A durable append took so many ms. */
	appended(ms: number): void;
	appendFailed(): void;
	/** When the last append failed with none that succeeded since, ms since the epoch. */
	failingSince(): number | undefined;
}

const registered = <Label extends string>(
	registers: Registry[],
	name: string,
	help: string,
	labelNames: Label[],
	read: () => readonly (readonly [Record<Label, string>, number])[],
) =>
	new Counter({
		name,
		help,
		labelNames,
		registers,
		collect() {
			this.reset();
			for (const [labels, value] of read()) this.inc(labels, value);
		},
	});

const byReason = (counts: Readonly<Record<string, number>>) =>
	Object.entries(counts).map(([reason, count]) => [{ reason }, count] as const);

/** What operators watch. Counting costs the hot path an increment; the text is made when it is asked for. */
export const gatewayMetrics = (outcomes: Outcomes, source: ConfigurationSource): Metrics => {
	const registry = new Registry();
	const registers = [registry];
	const single = (name: string, help: string, read: () => number) =>
		registered(registers, name, help, [], () => [[{}, read()]]);
	const { counts } = outcomes;

	single("footfall_events_received_total", "Events that came in", () => counts().received);
	single("footfall_events_stored_total", "Events on disk", () => counts().stored);
	single("footfall_events_bot_total", "Events on disk as a bot's", () => counts().bot);
	registered(
		registers,
		"footfall_events_filtered_total",
		"Events that the site excludes",
		["reason"],
		() => byReason(counts().filtered),
	);
	registered(
		registers,
		"footfall_events_rejected_total",
		"Events that were refused or could not be stored",
		["reason"],
		() => byReason(counts().rejected),
	);
	single(
		"footfall_event_unknown_keys_total",
		"Keys of events that were dropped because no schema knows them",
		() => counts().unknownKeys,
	);

	const appendSeconds = new Histogram({
		name: "footfall_append_seconds",
		help: "How long a durable append took",
		buckets: APPEND_BUCKETS_SECONDS,
		registers,
	});
	const queueErrors = new Counter({
		name: "footfall_queue_errors_total",
		help: "Appends that failed",
		registers,
	});
	new Gauge({
		name: "footfall_configuration_info",
		help: "1 for the version of the configuration in use",
		labelNames: ["version"],
		registers,
		collect() {
			this.reset();
			const version = source.current()?.version;
			if (version !== undefined) this.set({ version }, 1);
		},
	});
	new Gauge({
		name: "footfall_configuration_age_seconds",
		help: "Time since the backend confirmed the configuration; -1 before it did",
		registers,
		collect() {
			const at = source.confirmedAt();
			this.set(at === 0 ? -1 : (Date.now() - at) / 1000);
		},
	});

	let failedAt: number | undefined;
	return {
		text: () => registry.metrics(),
		contentType: registry.contentType,
		appended: (ms) => {
			failedAt = undefined;
			appendSeconds.observe(ms / 1000);
		},
		appendFailed: () => {
			failedAt = Date.now();
			queueErrors.inc();
		},
		failingSince: () => failedAt,
	};
};
