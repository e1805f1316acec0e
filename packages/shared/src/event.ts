import { z } from "zod";
import { type ColumnOf, eventFields } from "./event-fields.ts";
import { jsonValue } from "./json-value.ts";
import { MAX_FEATURE_FLAGS, MAX_GIVEN_UP, MAX_LENGTH, MAX_MEASURE } from "./limits.ts";
import { createQuickParser } from "./quick-check.ts";
import { trimmedText } from "./text/trimmed-text.ts";

/**
 * The events that a client may send to `/api/track`: one object per event, distinguished by `type`. Unknown keys are
 * dropped, so that an old gateway accepts a newer tracker.
 */

const optionalText = (max: number) => z.string().max(max).optional();
const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

/** A string that contains JSON of the given shape, or an object of that shape; it is checked here and kept as text. */
const jsonText = <Schema extends z.ZodType>(schema: Schema, maxLength: number) =>
	z
		.string()
		.max(maxLength)
		.meta({ type: ["string", "object"], description: "An object, or its JSON as text." })
		.superRefine((text, context) => {
			const value = jsonValue(text);
			if (value === undefined)
				return void context.addIssue({ code: "custom", message: "Must be a JSON string" });
			for (const issue of schema.safeParse(value).error?.issues ?? []) {
				const where = issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
				context.addIssue({ code: "custom", message: `${where}${issue.message}` });
			}
		});

const properties = jsonText(z.record(z.string(), z.unknown()), MAX_LENGTH.properties);
const propertiesOf = <Shape extends z.ZodRawShape>(
	shape: Shape,
	maxLength: number = MAX_LENGTH.properties,
) => jsonText(z.looseObject(shape), maxLength);

/** Texts that are stored under the name that clients give them. */
const storedTexts = Object.fromEntries(
	eventFields.flatMap(({ column, maxLength, isCut }) =>
		column !== undefined && maxLength !== undefined
			? [
					[
						column,
						isCut
							? optionalText(maxLength).describe("Longer text is truncated.")
							: optionalText(maxLength),
					],
				]
			: [],
	),
) as Record<ColumnOf<{ maxLength: number }>, ReturnType<typeof optionalText>>;

const envelope = {
	/** Numeric or 12-hex site id, always as a string. */
	site_id: z.string().min(1).max(64),
	...storedTexts,
	screenWidth: count.optional(),
	screenHeight: count.optional(),
	/** `navigator.maxTouchPoints`, which distinguishes an iPad that asks for desktop pages from a Mac. */
	maxTouchPoints: count.optional(),
	/** Identified id: the site's own id of its user. */
	user_id: optionalText(MAX_LENGTH.userId),
	/** Permanent id that a mobile SDK stores on its device. */
	anonymous_id: z.string().min(1).max(MAX_LENGTH.anonymousId).optional(),
	feature_flags: z
		.record(z.string().max(MAX_LENGTH.featureFlagKey), z.string().max(MAX_LENGTH.featureFlagValue))
		.optional(),
	/** Accepted only with a key. */
	ip_address: z.union([z.ipv4(), z.ipv6()]).optional(),
	/** Accepted only with a key. */
	user_agent: optionalText(MAX_LENGTH.userAgent),
	api_key: z.string().optional(),
	/** The client's own bot score (0-10) and the signals behind it; unknown bits are ignored. */
	_bs: z.number().int().min(0).max(10).optional(),
	_bsm: count.optional(),
	/** Client event id: the same id within 24 h is stored once. */
	id: z.string().min(1).max(MAX_LENGTH.eventId).optional(),
	/** Client clock when it happened and when it was sent, in ms since the epoch. */
	timestamp: z
		.number("Must be ms since the epoch, or ISO 8601 with a zone, such as 2026-11-25T09:30:00Z")
		.optional()
		.describe(
			"When it happened, by the same clock as `sent_at`: milliseconds since the epoch, or ISO 8601 with a zone. With a key and without `sent_at` it is the time of the event, and may be in seconds. An event older than 72 hours is stored as 72 hours old, unless it has a key and the site has `allowBackfill`.",
		),
	sent_at: z.number().optional(),
	/** The event's number on the page of `page_id`, an id of the page load: gaps mean losses. */
	seq: count.optional(),
	revenue: z
		.unknown()
		.optional()
		.meta({
			anyOf: [
				{ type: "string" },
				{ type: "number" },
				{
					component: "Money",
					type: "object",
					properties: {
						amount: { anyOf: [{ type: "string" }, { type: "number" }] },
						currency: { type: "string" },
					},
					required: ["amount"],
				},
			],
			description:
				"Money: a decimal amount with at most 4 digits after the point, negative for a refund, or an object of `amount` and `currency`. An amount that cannot be read is reported as `revenue_refused`; the event is stored without it.",
		}),
	currency: z.unknown().optional().meta({
		type: "string",
		description: "ISO 4217 code of `revenue`; without one, the site's currency.",
	}),
	order_id: z
		.unknown()
		.optional()
		.meta({
			anyOf: [{ type: "string" }, { type: "integer" }],
			description: `Counts the order once per site, in at most ${MAX_LENGTH.orderId} characters.`,
		}),
	given_up: z
		.number()
		.int()
		.min(1)
		.max(MAX_GIVEN_UP)
		.optional()
		.describe(
			"How many events the client has discarded since it last reported a number, because it could not send them for too long. Any other value is ignored.",
		),
};

const vital = milliseconds
	.max(MAX_MEASURE.vitalMs)
	.nullable()
	.optional()
	.describe("In milliseconds, up to an hour.");
const layoutShift = z
	.number()
	.nonnegative()
	.max(MAX_MEASURE.layoutShift)
	.nullable()
	.optional()
	.describe("Without a unit, up to 1,000.");

/**
 * An event of a type; `own` are its fields in addition to, or in place of, the common ones.
 * @param component its name in the API's document
 */
const eventOf = <const Type extends string, Own extends z.ZodRawShape>(
	component: string,
	type: Type,
	own: Own,
) =>
	z
		.object({
			type: z.literal(type),
			...envelope,
			event_name: optionalText(MAX_LENGTH.eventName),
			properties: properties.optional(),
		})
		.extend(own)
		.meta({ component });

const eventName = z.string().min(1).max(MAX_LENGTH.eventName);

/** The properties that some types must or may have, beside any others. */
export const PROPERTY_SHAPES = {
	outbound: {
		url: z.url(),
		text: z.string().optional(),
		target: z.string().optional(),
	},
	error: {
		message: z.string(),
		stack: z.string().optional(),
		fileName: z.string().optional(),
		lineNumber: z.number().optional(),
		columnNumber: z.number().optional(),
	},
	copy: {
		sourceElement: z.string(),
		text: z.string().optional(),
		textLength: z.number().nonnegative().optional(),
	},
	form_submit: {
		formId: z.string(),
		formName: z.string(),
		formAction: z.string(),
		method: z.string(),
		fieldCount: z.number().nonnegative(),
	},
	input_change: { element: z.string(), inputName: z.string() },
} as const satisfies Record<string, z.ZodRawShape>;

export const ClientEvent = z
	.discriminatedUnion("type", [
		eventOf("PageviewEvent", "pageview", {}),
		eventOf("CustomEvent", "custom_event", {
			event_name: eventName,
			/** Of a site without event schemas the gateway accepts `MAX_LENGTH.properties` alone. */
			properties: jsonText(z.record(z.string(), z.unknown()), MAX_LENGTH.schemaProperties)
				.optional()
				.describe(
					`An object, or its JSON as text: at most ${MAX_LENGTH.properties} characters, or ${MAX_LENGTH.schemaProperties} if the site has event schemas.`,
				),
		}),
		eventOf("PerformanceEvent", "performance", {
			lcp: vital,
			cls: layoutShift,
			inp: vital,
			fcp: vital,
			ttfb: vital,
		}),
		eventOf("OutboundEvent", "outbound", { properties: propertiesOf(PROPERTY_SHAPES.outbound) }),
		eventOf("ErrorEvent", "error", {
			/** The error's class, such as `TypeError`. */
			event_name: eventName,
			properties: propertiesOf(PROPERTY_SHAPES.error, MAX_LENGTH.errorProperties),
		}),
		eventOf("ButtonClickEvent", "button_click", {}),
		eventOf("CopyEvent", "copy", { properties: propertiesOf(PROPERTY_SHAPES.copy) }),
		eventOf("FormSubmitEvent", "form_submit", {
			properties: propertiesOf(PROPERTY_SHAPES.form_submit),
		}),
		eventOf("InputChangeEvent", "input_change", {
			properties: propertiesOf(PROPERTY_SHAPES.input_change),
		}),
		eventOf("EngagementEvent", "engagement", {
			ms_visible: milliseconds
				.max(MAX_MEASURE.visibleMs)
				.describe(
					"How long the page was visible since the previous engagement event, up to 31 days.",
				),
			scroll_depth: z
				.number()
				.min(0)
				.max(MAX_MEASURE.scrollPercent)
				.optional()
				.describe("The deepest scroll in percent."),
		}),
	])
	.meta({ component: "ClientEvent" });
export type ClientEvent = z.infer<typeof ClientEvent>;
export type ClientEventType = ClientEvent["type"];
export const EVENT_TYPES: readonly ClientEventType[] = ClientEvent.options.map(
	({ shape }) => shape.type.value,
);

const quickly = createQuickParser(ClientEvent, "type");

const tooManyFlags = z
	.object({ feature_flags: z.never(`Must have at most ${MAX_FEATURE_FLAGS} flags`) })
	.safeParse({ feature_flags: {} }) as unknown as z.ZodSafeParseError<ClientEvent>;

const hasTooManyFlags = (candidate: unknown): boolean => {
	const flags = (candidate as { feature_flags?: unknown } | null)?.feature_flags;
	return (
		typeof flags === "object" && flags !== null && Object.keys(flags).length > MAX_FEATURE_FLAGS
	);
};

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

const cutTexts = eventFields.flatMap(({ column, maxLength, isCut }) =>
	column !== undefined && maxLength !== undefined && isCut ? [[column, maxLength] as const] : [],
);

const isGivenUpCount = (value: unknown): boolean => envelope.given_up.safeParse(value).success;

/** JSON of properties that came as an object; `undefined` for one that is too deeply nested to serialise. */
const jsonOf = (properties: object): string | undefined => {
	try {
		return JSON.stringify(properties);
	} catch {
		return undefined;
	}
};

/**
 * Shortens texts whose start is enough, parses a written time, and serialises properties. An invalid count of other
 * events is removed: it is not an error of this event.
 */
const normalize = (candidate: unknown): void => {
	if (typeof candidate !== "object" || candidate === null) return;
	const event = candidate as Record<string, unknown>;
	const timestamp = event["timestamp"];
	if (typeof timestamp === "string" && ISO_TIME.test(timestamp)) {
		const time = Date.parse(timestamp);
		if (!Number.isNaN(time)) event["timestamp"] = time;
	}
	const given = event["properties"];
	if (typeof given === "object" && given !== null && !Array.isArray(given))
		event["properties"] = jsonOf(given) ?? given;
	const givenUp = event["given_up"];
	if (givenUp !== undefined && !isGivenUpCount(givenUp)) event["given_up"] = undefined;
	for (const [name, maxLength] of cutTexts) {
		const text = event[name];
		if (typeof text === "string" && text.length > maxLength)
			event[name] = trimmedText(text, maxLength);
	}
};

/**
 * Checks an event as `ClientEvent.safeParse` does, in a third of the time; unknown keys are kept, texts that may be cut
 * are cut in place, a written time becomes ms, and an object of properties its JSON. Flags are counted first: the
 * schema would spend tens of ms on describing the errors of thousands.
 */
export const parseClientEvent = (candidate: unknown): z.ZodSafeParseResult<ClientEvent> => {
	if (hasTooManyFlags(candidate)) return tooManyFlags;
	normalize(candidate);
	return quickly(candidate);
};
