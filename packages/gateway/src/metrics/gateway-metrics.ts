import { Counter, Gauge } from "prom-client";
import type { OutcomeCounts } from "../ingest/outcome-counts.ts";
import type { Pipeline } from "../ingest/pipeline.ts";
import type { ConfigurationSource } from "../site-config/configuration-source.ts";
import { createMetricRegistry, type MetricRegistry } from "./metric-registry.ts";

const APPEND_BUCKETS_SECONDS = [
	0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
];

const registerOutcomes = (
	{ count, counts, gauge }: MetricRegistry,
	what: "events" | "identifies" | "replays",
	read: () => Readonly<OutcomeCounts>,
) => {
	const name = (outcome: string) => `footfall_${what}_${outcome}`;
	count(name("received_total"), `${what} received`, () => read().received);
	count(name("stored_total"), `${what} stored`, () => read().stored);
	const kept = what === "events" ? "Events stored as bot records" : `${what} of bots, not stored`;
	count(name("bot_total"), kept, () => read().bot);
	count(name("duplicate_total"), `${what} that were already stored`, () => read().duplicate);
	counts(
		name("filtered_total"),
		`${what} that the site's settings exclude`,
		"reason",
		() => read().filtered,
	);
	counts(
		name("rejected_total"),
		`${what} that were rejected or could not be stored`,
		"reason",
		() => read().rejected,
	);
	if (what === "events")
		count(
			name("quarantined_total"),
			"Events that are kept apart because they do not fit their schema",
			() => read().quarantined,
		);
	gauge(name("in_flight"), `${what} being processed`, "sum", () => read().inFlight);
};

/** The gateway's metrics. Counting costs the hot path an increment; the rest is computed on a scrape. */
export const createGatewayMetrics = ({
	pipeline,
	source,
	connections,
	readiness,
}: {
	pipeline: Pick<Pipeline, "events" | "identifies" | "replays" | "pages" | "addresses">;
	source: ConfigurationSource;
	connections: () => number;
	readiness: () => { ready: boolean; oldestQueuedMs: number; spilling: boolean };
}) => {
	const register = createMetricRegistry();
	const { count, counts, gauge, histogram, registers } = register;
	for (const what of ["events", "identifies", "replays"] as const)
		registerOutcomes(register, what, pipeline[what].counts);
	count(
		"footfall_event_unknown_keys_total",
		"Keys of events that were ignored because the schema does not have them",
		() => pipeline.events.counts().unknownKeys,
	);
	count(
		"footfall_page_events_expected_total",
		"Events that pages have numbered: the sum of the highest number of each page",
		() => pipeline.pages.counts().expected,
	);
	count(
		"footfall_page_events_arrived_total",
		"Numbered events that arrived; the difference was lost on the way",
		() => pipeline.pages.counts().arrived,
	);
	count(
		"footfall_page_events_given_up_total",
		"Events that browsers discarded because they could not send them for too long",
		() => pipeline.events.counts().givenUp,
	);
	counts(
		"footfall_revenue_refused_total",
		"Stored events whose money was refused",
		"reason",
		() => pipeline.events.counts().revenueRefused,
	);
	count(
		"footfall_one_address_total",
		"Hours in which nearly all events of a site came from one address, probably that of a proxy",
		() => pipeline.addresses.found(),
	);

	const appendSeconds = histogram(
		"footfall_append_seconds",
		"Duration of a durable append",
		APPEND_BUCKETS_SECONDS,
	);
	const queueErrors = new Counter({
		name: "footfall_queue_errors_total",
		help: "Failed appends",
		registers,
	});
	new Gauge({
		name: "footfall_configuration_info",
		help: "1 for each version of the configuration in use",
		labelNames: ["version"],
		aggregator: "max",
		registers,
		collect() {
			this.reset();
			const version = source.current()?.version;
			if (version !== undefined) this.set({ version }, 1);
		},
	});
	gauge(
		"footfall_configuration_age_seconds",
		"Time since the backend last confirmed the configuration; -1 before the first time",
		"max",
		() => {
			const at = source.confirmedAt();
			return at === 0 ? -1 : (Date.now() - at) / 1000;
		},
	);
	gauge(
		"footfall_queue_oldest_seconds",
		"Age of the oldest record that no loader has committed yet",
		"max",
		() => readiness().oldestQueuedMs / 1000,
	);
	gauge("footfall_ready", "1 while events can be checked and stored", "min", () =>
		readiness().ready ? 1 : 0,
	);
	gauge(
		"footfall_store_damaged",
		"1 while rows of the event store are lost because of damage",
		"max",
		() => (source.storeDamage() === undefined ? 0 : 1),
	);
	gauge("footfall_workers", "Gateway processes", "sum", () => 1);
	gauge("footfall_connections", "Open connections", "sum", connections);
	gauge(
		"footfall_spilling",
		"Workers that spill records to this disk because Kafka does not accept them",
		"sum",
		() => (readiness().spilling ? 1 : 0),
	);

	return {
		snapshot: register.snapshot,
		/** Records a durable append that took this many ms. */
		appended: (ms: number) => appendSeconds.observe(ms / 1000),
		appendFailed: () => queueErrors.inc(),
	};
};
