import { z } from "zod";
import { EVENT_TYPES } from "../event.ts";
import { BOT_LAYERS } from "../queued-event.ts";

/**
 * The public form of a record, for programs outside the product.
 * Names are the columns of the events export, in groups. `docs/record-format.md` describes it, and
 * `docs/record-format.schema.json` is this schema.
 */

/** Raised when a reader could misread the envelope; a new field does not raise it. */
export const ENVELOPE_VERSION = 1;

const text = (description: string) => z.string().describe(`${description}; "" if unknown.`);
const whole = (description: string) => z.int().min(0).describe(`${description}; 0 if unknown.`);
const time = (description: string) =>
	z.iso.datetime({ precision: 3 }).describe(`${description}, by the gateway's clock, in UTC.`);
const flags = (description: string) => z.record(z.string(), z.string()).describe(description);
const measure = (description: string) => z.number().optional().describe(description);

const browser = {
	language: text("BCP 47 language of the browser"),
	browser: text("Name of the browser"),
	browser_version: text("Its version"),
	operating_system: text("Name of the operating system"),
	operating_system_version: text("Its version"),
	device_type: text("Desktop, Mobile, Tablet, TV, Console or Embedded"),
	screen_width: whole("Width of the screen in pixels"),
	screen_height: whole("Height of the screen in pixels"),
	country: text("ISO 3166-1 alpha-2 code of the country"),
	region: text("ISO 3166-2 code of the region"),
	city: text("English name of the city"),
};

const person = {
	user_id: z
		.string()
		.regex(/^[0-9a-f]{16}$/)
		.describe(
			"Id of the visitor. Where a site changes the ids every day, the store keeps yesterday's for a session that spans midnight.",
		),
	identified_user_id: text("The site's own id of its user"),
};

const nothing = z.object({}).describe("Empty.");

const common = {
	v: z.literal(ENVELOPE_VERSION).describe("Version of the envelope."),
	id: z
		.string()
		.min(1)
		.describe("`event_id`: unique per site for 24 hours. A record that comes again has the same."),
	site: z.int().min(1).describe("`site_id`: number of the site."),
	at: time("`timestamp`: when it happened"),
	received_at: time("When the gateway received it"),
	session: z
		.string()
		.regex(/^[0-9a-f]{16}$/)
		.optional()
		.describe("`session_id`. Absent in the log: sessions are assigned when events are stored."),
};

const EventEnvelope = z.object({
	...common,
	type: z.enum(EVENT_TYPES).describe("Type of the event."),
	event_name: z.string().describe('Name of a custom event, class of an error, else mostly "".'),
	person: z.object(person),
	page: z.object({
		hostname: text("Host of the page"),
		pathname: text("Path of the page"),
		querystring: text("Its query, as the site keeps it"),
		page_title: text("Title of the page"),
		referrer: text("Full referrer"),
		channel: text("The channel that this event alone would be attributed to"),
		url_parameters: flags("The query's parameters, names in lower case."),
		page_id: text("Id of the page load"),
		sequence: z.int().min(-1).describe("Number of the event on its page; -1 if unknown."),
	}),
	properties: z
		.record(z.string(), z.unknown())
		.describe("What the site says about the event. In exports, the same as JSON text."),
	context: z.object({
		...browser,
		lat: z.number().describe("Latitude of the city; 0 if unknown."),
		lon: z.number().describe("Longitude of the city; 0 if unknown."),
		timezone: text("IANA time zone of the city"),
		asn: whole("Number of the network"),
		asn_org: text("Operator of the network"),
		device_model: text("Model of the device, from apps"),
		app_version: text("Version of the app, from apps"),
		tag: text("Tag of the tracker"),
		feature_flags: flags("Feature flags of the visitor."),
		suspected: z.int().min(0).max(1).describe("1 if its rate alone looks like a machine's."),
		release: text("Release of the site's own code"),
		error_group: text("Which error it is an occurrence of: the same for all of one error"),
	}),
	money: z
		.object({
			revenue: z.string().describe('Decimal text, negative for a refund; "" without money.'),
			currency: z.string().describe('ISO 4217 code; "" without money.'),
			order_id: text("Id of the order"),
		})
		.optional()
		.describe("Present if the event has money or an order."),
	measures: z
		.object({
			lcp: measure("Largest contentful paint in ms."),
			cls: measure("Cumulative layout shift."),
			inp: measure("Interaction to next paint in ms."),
			fcp: measure("First contentful paint in ms."),
			ttfb: measure("Time to first byte in ms."),
			ms_visible: measure("How long the page was visible in ms."),
			scroll_depth: measure("How far the page was scrolled in percent."),
		})
		.optional()
		.describe("Present in events that measure; a measure that is not known is absent."),
	bot: z
		.object({
			layers: z.array(z.enum(BOT_LAYERS)).describe("The bot layers that recognised it."),
			evidence: z.array(z.string()).describe("Why each of them did, in the same order."),
			bot_category: text("Category"),
			matched_ua_pattern: text("The pattern that its user agent matches"),
			bot_name: text("Name"),
			bot_operator: text("Operator"),
			bot_purpose: text("Purpose"),
			bot_claim: text("Whether a named bot came from its operator's addresses"),
			asn_provider: text("Operator of the machine network that it came from"),
		})
		.optional()
		.describe("Present if a bot sent the event; it then counts in reports about bots alone."),
});

const { page, context, money, measures } = EventEnvelope.shape;
/** The columns in each group of an event's envelope. */
export const EVENT_GROUPS = {
	person: Object.keys(person),
	page: Object.keys(page.shape),
	context: Object.keys(context.shape),
	money: Object.keys(money.unwrap().shape),
	measures: Object.keys(measures.unwrap().shape),
} as const satisfies Record<string, readonly string[]>;
const QuarantineEnvelope = EventEnvelope.extend({
	type: z
		.literal("quarantined")
		.describe("A custom event that does not fit its schema, kept apart from events."),
	violations: z.array(z.string()).describe("The rules of the schema that it violates."),
});

const IdentifyEnvelope = z.object({
	...common,
	type: z.literal("identify").describe("A visitor was linked to a user, or a user has traits."),
	person: z.object({
		...person,
		traits: z
			.record(z.string(), z.unknown())
			.optional()
			.describe("Merged key by key into the known ones; null deletes a key."),
		is_new_identify: z.boolean().describe("Whether the visitor becomes the user's."),
	}),
	page: nothing,
	properties: nothing,
	context: nothing,
});

const ReplayEnvelope = z.object({
	...common,
	type: z.literal("replay").describe("A part of a session's recording; its contents are left out."),
	person: z.object(person),
	page: z.object({ page_url: text("Address of the page") }),
	properties: nothing,
	context: z.object(browser),
	replay: z.object({
		batch: z.string().describe("Id of the recorder's batch, which is the same when it is resent."),
		chunk: whole("Number of the part in its batch"),
		part: whole("Which part of a single large event this is"),
		parts: whole("Of how many"),
		ended_at: time("When its last event happened"),
		events: whole("How many events it has"),
		bytes: whole("How many bytes these take, compressed"),
	}),
});

export const RecordEnvelope = z
	.discriminatedUnion("type", [EventEnvelope, QuarantineEnvelope, IdentifyEnvelope, ReplayEnvelope])
	.meta({
		title: "Footfall record",
		description:
			"A record of Footfall's log. Ignore fields that you do not know, and stop at a version that you do not know.",
	});
export type RecordEnvelope = z.infer<typeof RecordEnvelope>;
export type EventEnvelope = z.infer<typeof EventEnvelope>;
export type IdentifyEnvelope = z.infer<typeof IdentifyEnvelope>;
export type ReplayEnvelope = z.infer<typeof ReplayEnvelope>;

/** Every value of `type`. */
export const RECORD_TYPES = [...EVENT_TYPES, "quarantined", "identify", "replay"] as const;
