import { MAX_EVENTS_PER_BATCH, MAX_LENGTH } from "@footfall/shared/limits";
import type { EventName, PropertiesArgument } from "../core/calls.ts";
import { describeError, type Properties, propertiesJson } from "../event/event-properties.ts";
import { createDelivery, type Delivery, type DeliverySettings } from "./delivery.ts";
import { createErrorLog, createReport, type DeliveryError } from "./delivery-error.ts";
import type { EventFields, VisitorFields } from "./event-fields.ts";

/** The options of `createClient`. */
export interface ClientOptions extends Partial<DeliverySettings> {
	/** Numeric or 12-hex id of the site. */
	siteId: string;
	/** Address of the server, such as `https://stats.example.com`; without a path, its `/api`. */
	host: string;
	/** A key that may send events for the site (scope `ingest:write`). */
	apiKey: string;
	/** Version of your code, such as `1.4.2` or a commit, for every event that has none of its own. */
	release?: string;
	/**
	 * Called for each event that was not stored, or not as sent, and once when an outage begins; not for what its own
	 * calls cause. Default: one line a minute in `console.error`.
	 */
	onError?: (error: DeliveryError) => void;
}

/** Sends events of a server. Calls return at once and never throw; `flush` and `close` wait. */
export interface Client extends Pick<Delivery, "flush" | "close"> {
	/** Sends a custom event; its properties may take 2048 characters as JSON, 32,768 on a site with event schemas. */
	event<Name extends EventName>(
		name: Name,
		...rest: [...properties: PropertiesArgument<Name>, fields?: EventFields]
	): void;
	/** Counts a page that the server has delivered. */
	pageview(fields: EventFields & { pathname: string }): void;
	/** Reports an error. */
	error(fault: Error, properties?: Properties, fields?: EventFields): void;
	/** Sets traits of a user (null removes one), and links the visitor, if given, to the user. */
	identify(userId: string, traits?: Properties, visitor?: VisitorFields): void;
}

/** With the names of the API: `userId` is `user_id` there. */
const apiFields = ({ userAgent, ...others }: EventFields): Record<string, unknown> => ({
	...Object.fromEntries(
		Object.entries(others).map(([name, value]) => [
			name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value,
		]),
	),
	user_agent: userAgent?.slice(0, MAX_LENGTH.userAgent),
});

/** The longest time of a timer. */
const MAX_MS = 2 ** 31 - 1;

/** @throws RangeError for a number that cannot work */
const checked = (name: keyof DeliverySettings, value: number, most = MAX_MS): number => {
	if (Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw new RangeError(`footfall: ${name} must be a whole number from 1 to ${most}`);
};

const settingsOf = (given: Partial<DeliverySettings>): DeliverySettings => ({
	flushAt: checked("flushAt", given.flushAt ?? 100, MAX_EVENTS_PER_BATCH),
	flushIntervalMs: checked("flushIntervalMs", given.flushIntervalMs ?? 1000),
	maxQueueSize: checked("maxQueueSize", given.maxQueueSize ?? 10_000, 1_000_000),
	requestTimeoutMs: checked("requestTimeoutMs", given.requestTimeoutMs ?? 10_000),
	retryMs: checked("retryMs", given.retryMs ?? 1000),
});

/** The base address of `/track`; a server without a path means its `/api`. */
const baseOf = (host: string): string => {
	const { protocol, origin, pathname } = new URL(host);
	if (!/^https?:$/.test(protocol)) throw new TypeError("footfall: host must begin with https://");
	return `${origin}/${pathname.split("/").filter(Boolean).join("/") || "api"}`;
};

/**
 * Creates a client, of which a process needs one. Its timers do not keep the process alive: call `close` before the
 * process ends, or `flush` before a serverless function returns.
 * @throws TypeError or RangeError for options that cannot work
 */
export const createClient = (options: ClientOptions): Client => {
	const { siteId, host, apiKey, release, onError = createErrorLog() } = options;
	for (const [name, value] of Object.entries({ siteId, host, apiKey }))
		if (!value) throw new TypeError(`footfall: createClient needs ${name}`);
	// Anything else would fail at each request, as if the server could not be reached.
	if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("footfall: apiKey must be plain ASCII");
	const { add, flush, close } = createDelivery(
		baseOf(host),
		apiKey,
		settingsOf(options),
		createReport(onError),
	);

	const track = (type: string, fields: EventFields = {}, own: () => object = () => ({})) =>
		add("track", () => {
			const { id = crypto.randomUUID(), timestamp = Date.now() } = fields;
			return {
				...(release && { release }),
				...apiFields(fields),
				...own(),
				type,
				site_id: `${siteId}`,
				id,
				timestamp,
			};
		});

	return {
		event: (event_name, ...rest) => {
			const [properties, fields] = rest as readonly unknown[];
			track("custom_event", fields as EventFields, () => ({ event_name, properties }));
		},
		pageview: (fields) => track("pageview", fields),
		error: (fault, others = {}, fields) =>
			track("error", fields, () => {
				const [event_name, message, stack] = describeError(fault);
				const own = { message: message.slice(0, 500), stack: stack.slice(0, 2000) || undefined };
				// If it is too long, what the caller adds is left out first.
				return { event_name, properties: propertiesJson({ ...own, ...others, ...own }, "error") };
			}),
		identify: (user_id, traits, visitor = {}) =>
			add("identify", () => ({ ...apiFields(visitor), user_id, traits, site_id: `${siteId}` })),
		flush,
		close,
	};
};
