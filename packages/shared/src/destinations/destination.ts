import { z } from "zod";
import { EVENT_TYPES } from "../event.ts";

/** Where an instance sends its events to, beside its own store. */

export const DESTINATION_KINDS = ["folder", "s3", "postgres", "http", "kafka"] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** The most destinations of an instance. */
export const MAX_DESTINATIONS = 20;

/** Why a topic is refused. */
export const QUEUE_TOPIC =
	"topic is one of this product's own queue, where what is sent would be taken for new events: name another topic";

const name = z.string().trim().min(1).max(60);
/** Part of a path or of a key: without a leading or a closing slash, and without `..`. */
const prefix = z
	.string()
	.max(200)
	.regex(/^$|^(?!.*(^|\/)\.{1,2}(\/|$))[\w.=-]+(\/[\w.=-]+)*$/, {
		message: "Must be empty, or folders such as events/footfall: letters, digits, -, _, . and =",
	});

/** Parquet files by hour in a folder of the machine that runs the destination. */
const FolderTarget = z
	.object({ kind: z.literal("folder"), path: z.string().min(1).max(500) })
	.meta({ component: "FolderTarget" });

/** The same files in a bucket of S3 or of a service that speaks its protocol. */
const S3Target = z
	.object({
		kind: z.literal("s3"),
		bucket: z.string().min(3).max(63),
		region: z.string().min(1).max(60),
		/** Absent for AWS. */
		endpoint: z.url({ protocol: /^https?$/ }).optional(),
		prefix,
		accessKeyId: z.string().min(1).max(200),
	})
	.meta({ component: "S3Target" });

/** One row an event in a table, which is created when it is missing. */
const PostgresTarget = z
	.object({
		kind: z.literal("postgres"),
		host: z.string().min(1).max(253),
		port: z.int().min(1).max(65_535),
		database: z.string().min(1).max(63),
		user: z.string().min(1).max(63),
		schema: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
		table: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
		tls: z.boolean(),
	})
	.meta({ component: "PostgresTarget" });

/** Batches of envelopes by POST, signed as Standard Webhooks says. */
const HttpTarget = z
	.object({ kind: z.literal("http"), url: z.url({ protocol: /^https?$/ }) })
	.meta({ component: "HttpTarget" });

/** Envelopes as JSON in a topic of another cluster or of our own. */
const KafkaTarget = z
	.object({
		kind: z.literal("kafka"),
		brokers: z.array(z.string().min(1).max(260)).min(1).max(20),
		topic: z.string().regex(/^[\w.-]{1,249}$/),
		tls: z.boolean(),
		/** SASL user; absent without authentication. */
		user: z.string().min(1).max(200).optional(),
	})
	.meta({ component: "KafkaTarget" });

export const DestinationTarget = z.discriminatedUnion("kind", [
	FolderTarget,
	S3Target,
	PostgresTarget,
	HttpTarget,
	KafkaTarget,
]);
export type DestinationTarget = z.infer<typeof DestinationTarget>;

/** Which events a destination gets. */
export const DestinationFilter = z
	.object({
		/** Numbers of sites; all of them if absent. */
		sites: z.array(z.int().min(1)).min(1).max(1000).optional(),
		/** All of them if absent. */
		types: z.array(z.enum(EVENT_TYPES)).min(1).optional(),
		/** Whether events of bots are sent too. */
		hasBots: z.boolean(),
	})
	.meta({ component: "DestinationFilter" });
export type DestinationFilter = z.infer<typeof DestinationFilter>;

export const destinationFields = {
	name,
	target: DestinationTarget,
	filter: DestinationFilter,
	/** Names of columns of the events export; all of them if absent. `event_id`, `site_id` and `timestamp` always come. */
	columns: z.array(z.string().min(1).max(100)).min(1).max(200).optional(),
	/** Whether it begins with what the store has, or with what comes from now on. */
	start: z.enum(["now", "history"]),
};

/** What an administrator states about a destination. */
export const DestinationDefinition = z.object(destinationFields);
export type DestinationDefinition = z.infer<typeof DestinationDefinition>;

/** A destination as the process that runs it knows it. */
export interface Destination extends DestinationDefinition {
	id: number;
	/** Raised with every change, so that a runner notices it. */
	version: number;
	isPaused: boolean;
	/** Secret key of S3, password, or signing secret (`whsec_…`); "" if the target needs none. */
	secret: string;
}

/**
 * - `running`: at the end of what is stored, or on the way there
 * - `paused`: by an administrator, or because its target wants no events any more: `failure` says so
 * - `failing`: its target refuses or does not answer; it is tried again
 */
export type DestinationPhase = "running" | "paused" | "failing";

/** What a runner writes down around each delivery; it continues from here, whatever was killed. */
export interface DestinationProgress {
	phase: DestinationPhase;
	/** Positions in the log, as the runner wrote them; "" before the first delivery. */
	position: string;
	/** Events that are delivered. */
	delivered: number;
	/** Events that its filter left out. */
	filtered: number;
	/** Why nothing is delivered now, in words for an administrator; "" if nothing is wrong or a person paused it. */
	failure: string;
	/** When this failure began, in ms since the epoch; 0 without one. */
	failingSince: number;
	/** Stored events that it has still to deliver, and the age of the oldest in ms. */
	lagEvents: number;
	lagMs: number;
	/** When it delivered last, in ms since the epoch; 0 if never. */
	deliveredAt: number;
}

/** Before the first delivery. */
export const NO_PROGRESS: DestinationProgress = {
	...{ phase: "running", position: "", delivered: 0, filtered: 0 },
	...{ failure: "", failingSince: 0, lagEvents: 0, lagMs: 0, deliveredAt: 0 },
};

/** Where runners find destinations and leave their progress. */
export interface DestinationRegistry {
	/** All destinations, paused ones too, in the order of their ids. */
	list(): Promise<Destination[]>;
	/**
	 * Takes or renews the right to run a destination, so that one process runs it at a time; resolves to what is written
	 * down about it, or to `undefined` if another process has it.
	 */
	claim(id: number, leaseMs: number): Promise<DestinationProgress | undefined>;
	/** Resolves to whether the caller still had the right; nothing is written without it. */
	save(id: number, progress: DestinationProgress): Promise<boolean>;
	/** Saves, and pauses the destination until a person resumes it, unless it was changed after this version. */
	pause(
		destination: Pick<Destination, "id" | "version">,
		progress: DestinationProgress,
	): Promise<boolean>;
	/** Gives the right back. */
	release(id: number): Promise<void>;
}
