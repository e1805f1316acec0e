import { makeNodeSafe, safeAttributes } from "./safe-node.ts";

/** An event of a recording. */
export interface ReplayEvent {
	type: number;
	/** In ms since the epoch, by the visitor's clock. */
	timestamp: number;
	data: Record<string, unknown>;
}

/** rrweb's numbers for kinds of events and of mutations. */
export const EVENT = { load: 1, snapshot: 2, change: 3, meta: 4 } as const;
export const CHANGE = {
	mutation: 0,
	mouseMove: 1,
	interaction: 2,
	scroll: 3,
	resize: 4,
	input: 5,
	touchMove: 6,
	media: 7,
	canvas: 9,
	font: 10,
	drag: 12,
} as const;

const MOST_SIZE = 20_000;
const isSize = (value: unknown): boolean =>
	typeof value === "number" && value > 0 && value <= MOST_SIZE;
const hasSize = (data: Readonly<Record<string, unknown>>): boolean =>
	isSize(data["width"]) && isSize(data["height"]);

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const objectsIn = (value: unknown): Record<string, unknown>[] =>
	Array.isArray(value) ? value.filter(isObject) : [];

/**
 * A frame's document before it has content. Recorders that capture it do so again once it has loaded, and the player
 * keeps the first of the two.
 */
const isEmptyDocument = (node: Record<string, unknown>): boolean =>
	node["type"] === 0 && objectsIn(node["childNodes"]).length === 0;

/** Added nodes and changed attributes come after the first snapshot, and are as untrusted. */
const withSafeMutation = (data: Record<string, unknown>): Record<string, unknown> => {
	const adds = objectsIn(data["adds"]);
	for (const { node } of adds) makeNodeSafe(node);
	const attributes = objectsIn(data["attributes"]).map((change) => ({
		...change,
		attributes: isObject(change["attributes"]) ? safeAttributes("", change["attributes"]) : {},
	}));
	return {
		...data,
		adds: adds.filter(({ node }) => isObject(node) && !isEmptyDocument(node)),
		attributes,
		removes: objectsIn(data["removes"]),
		texts: objectsIn(data["texts"]),
	};
};

const safeChange = (event: ReplayEvent): ReplayEvent | undefined => {
	const { data } = event;
	switch (data["source"]) {
		case CHANGE.mutation:
			return { ...event, data: withSafeMutation(data) };
		case CHANGE.mouseMove:
		case CHANGE.touchMove:
		case CHANGE.drag: {
			const positions = objectsIn(data["positions"]);
			return positions.length === 0 ? undefined : { ...event, data: { ...data, positions } };
		}
		case CHANGE.resize:
			return hasSize(data) ? event : undefined;
		// Canvases would need scripts in the frame; media and fonts would be fetched.
		case CHANGE.canvas:
		case CHANGE.media:
		case CHANGE.font:
			return undefined;
		default:
			return event;
	}
};

const safeEvent = (event: ReplayEvent): ReplayEvent | undefined => {
	switch (event.type) {
		case EVENT.snapshot: {
			const { node, initialOffset } = event.data;
			if (!isObject(node) || node["type"] !== 0) return undefined;
			makeNodeSafe(node);
			return {
				...event,
				data: {
					node,
					initialOffset: isObject(initialOffset) ? initialOffset : { top: 0, left: 0 },
				},
			};
		}
		case EVENT.change:
			return safeChange(event);
		case EVENT.meta:
			return hasSize(event.data) ? event : undefined;
		default:
			return undefined;
	}
};

const isEvent = (value: unknown): value is ReplayEvent =>
	isObject(value) &&
	typeof value["type"] === "number" &&
	Number.isFinite(value["timestamp"]) &&
	isObject(value["data"]);

/**
 * A recording that is safe to play: anything that runs, loads, navigates or connects is removed, and malformed events
 * are dropped. The frame's sandbox and policy enforce the same again. Mutates the nodes of `events`.
 */
export const safeEvents = (events: readonly unknown[]): ReplayEvent[] =>
	events
		.filter(isEvent)
		.flatMap((event) => safeEvent(event) ?? [])
		.sort((one, other) => one.timestamp - other.timestamp);

/** A recording needs a snapshot and at least one event after it to play. */
export const isPlayable = (events: readonly ReplayEvent[]): boolean =>
	events.length >= 2 && events.some(({ type }) => type === EVENT.snapshot);
