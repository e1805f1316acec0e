import { ClientEvent } from "@footfall/shared/event";
import { ClientIdentify } from "@footfall/shared/identify";
import { MAX_EVENTS_PER_BATCH, MAX_LENGTH, MAX_REPLAY_EVENTS } from "@footfall/shared/limits";
import { pick } from "@footfall/shared/pick";
import { ReplayEnvelope } from "@footfall/shared/replay-batch";
import { siteSettings } from "@footfall/shared/site";
import {
	TRACKER_SETTINGS,
	type TrackingConfiguration,
} from "@footfall/shared/tracking-configuration";
import { z } from "zod";
import type { Operation } from "./routing/operation.ts";

const clampedFields = {
	clamped: z
		.boolean()
		.optional()
		.meta({ description: "The time of the event was in the future or too long ago." }),
	time: z.iso.datetime().optional().meta({ description: "The time that was stored instead." }),
};

const ignored = z.array(z.string()).optional().meta({
	description: "The first ten unknown fields of the event, which were not stored.",
});

/** `message` is present when the site's settings exclude the event. */
const Accepted = z
	.looseObject({
		success: z.literal(true),
		message: z.string().optional(),
		ignored,
		...clampedFields,
	})
	.meta({ component: "AcceptedEvent" });

const BatchAnswer = z
	.looseObject({
		success: z.boolean().meta({ description: "Whether no event has to be sent again." }),
		accepted: z.int(),
		results: z.array(
			z
				.looseObject({
					id: z.string().optional(),
					status: z.enum(["stored", "clamped", "filtered", "duplicate", "rejected"]),
					error: z.string().optional(),
					retry: z
						.boolean()
						.optional()
						.meta({ description: "Send the event again; it may then be stored." }),
					ignored,
					...clampedFields,
				})
				.meta({ component: "EventResult" }),
		),
	})
	.meta({ component: "BatchResult" });

const events = z.array(ClientEvent).min(1).max(MAX_EVENTS_PER_BATCH);
const clock = z
	.number()
	.optional()
	.meta({ description: "The client's clock, ms since the epoch." });

const Replay = ReplayEnvelope.extend({
	events: z
		.array(
			z
				.looseObject({
					type: z.union([z.number(), z.string()]),
					data: z.unknown(),
					timestamp: z.number().meta({ description: "ms since the epoch." }),
				})
				.meta({ component: "RecordedEvent" }),
		)
		.max(MAX_REPLAY_EVENTS),
}).meta({ component: "ReplayBatch" });

const TrackingAnswer: z.ZodType<TrackingConfiguration> = z
	.object({
		...pick(siteSettings, TRACKER_SETTINGS),
		featureFlagsEnabled: z.boolean(),
		largeProperties: z.boolean().meta({
			description: `Whether properties of custom events may take ${MAX_LENGTH.schemaProperties} characters: the site has event schemas.`,
		}),
		errorHosts: z.array(z.string()).meta({
			description:
				"Hosts whose scripts are the site's own, each with its subdomains: its domain, `ownDomains` and `errorHosts`. Empty while `trackErrors` is off.",
		}),
	})
	.meta({ component: "TrackingConfiguration" });

const text = (max: number) => z.string().max(max).optional();
const size = z.int().nonnegative().optional();

/** The fields of a pageview that fit into an image's URL. */
const Pixel = z.object({
	site_id: z.string().min(1).max(64),
	hostname: text(MAX_LENGTH.hostname),
	pathname: text(MAX_LENGTH.pathname),
	querystring: text(MAX_LENGTH.querystring),
	page_title: text(MAX_LENGTH.pageTitle),
	referrer: text(MAX_LENGTH.referrer),
	language: text(MAX_LENGTH.language),
	user_id: text(MAX_LENGTH.userId),
	tag: text(MAX_LENGTH.tag),
	id: text(MAX_LENGTH.eventId),
	screenWidth: size,
	screenHeight: size,
});

const collecting = {
	method: "post",
	tags: ["Ingestion"],
	access: "sender",
	takesUnknownFields: true,
} as const;
const embedded = { method: "get", tags: ["Ingestion"], access: "anyone" } as const;
const script = { ...embedded, response: z.string(), files: ["text/javascript"] } as const;
const siteId = z.object({ siteId: z.string() });

/** The operations that the gateway serves; this server only documents them. */
export const ingestionOperations: readonly Operation[] = [
	{
		...collecting,
		path: "/api/track",
		summary: "Stores an event, or a batch of them",
		description:
			"The response is sent once everything is on disk. A batch has a result for each event; if all are rejected, the status is 400. If part of a batch cannot be stored at the moment, the status is 207 with `Retry-After`, and `retry` in the results marks the events to send again. If nothing was stored, or every stored event has an `id` and so counts once when repeated, the status is 429 or 503: send the complete batch again. Without a key, the sender is treated as a browser. The status is 401 for an unknown or expired key, and 403 for one that may not send for the site.",
		body: z.union([
			ClientEvent,
			events,
			z.object({ events, sent_at: clock }).meta({ component: "EventBatch" }),
		]),
		response: z.union([Accepted, BatchAnswer]),
	},
	{
		...collecting,
		path: "/api/identify",
		summary: "Links a visitor to a user, and sets the user's traits",
		description:
			"Send it when somebody signs in: the visitor's events of the last 30 days then belong to the user. Traits are merged key by key; null deletes one.",
		body: ClientIdentify,
		response: Accepted,
	},
	{
		...collecting,
		path: "/api/session-replay/record/{siteId}",
		summary: "Stores part of a session's recording",
		description: "For recorders: rrweb events in order. The site has to record sessions.",
		access: "anyone",
		params: siteId,
		body: Replay,
		response: Accepted,
	},
	{
		...embedded,
		path: "/api/pixel.gif",
		summary: "Stores the pageview of a page without scripts, and returns an image",
		description:
			"For mails and pages without JavaScript, as the address of an image, which is the answer in any case; the status tells a refusal.",
		query: Pixel,
		response: z.string(),
		files: ["image/gif"],
	},
	{
		...script,
		path: "/api/script.js",
		summary: "The tracker; with a site id, it includes the site's settings",
		description:
			"For `<script src>`. It changes with the product's version; `GET /api/script.json` lists versions to pin.",
		query: z.object({ siteId: z.string().optional() }),
	},
	{
		...script,
		path: "/api/replay.js",
		summary: "The session recorder, which the tracker loads if the site records sessions",
		description: "Pages need not load it themselves.",
	},
	{
		...embedded,
		path: "/api/script.json",
		summary: "Scripts whose address and content never change, for pages that pin them",
		description: "`integrity` is the value of the attribute of that name; sizes are in bytes.",
		response: z.object({
			scripts: z.array(
				z
					.looseObject({
						name: z.string(),
						path: z.string(),
						integrity: z.string(),
						bytes: z.int(),
						brotliBytes: z.int(),
					})
					.meta({ component: "TrackerScript" }),
			),
		}),
	},
	{
		...embedded,
		path: "/api/site/tracking-config/{siteId}",
		summary: "A site's settings for its tracker",
		description:
			"What the tracker asks for when the page did not come with it. 404 for an unknown site.",
		params: siteId,
		response: TrackingAnswer,
	},
	{
		...embedded,
		path: "/api/site/{siteId}/tracking-config",
		summary: "The same, at the path that older trackers request",
		description: "As `GET /api/site/tracking-config/{siteId}`, which new clients should use.",
		params: siteId,
		response: TrackingAnswer,
	},
	{
		...collecting,
		path: "/api/site/{siteId}/feature-flags/evaluate",
		summary: "Returns no feature flags, for trackers that request them",
		description: "Always an empty list: trackers of another product ask for them.",
		access: "anyone",
		params: siteId,
		response: z.object({ flags: z.record(z.string(), z.never()) }),
	},
	{
		...embedded,
		path: "/api/health",
		summary: "Whether the server is running",
		description: "For load balancers and monitoring: 200 and `OK` while it takes events.",
		tags: ["General"],
		response: z.string(),
		files: ["text/plain"],
	},
];
