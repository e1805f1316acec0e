import type { QueuedEvent } from "@footfall/shared/queued-event";

/** Unpaired surrogates: legal in JSON, but no store can keep them. */
export const LONE_SURROGATE = /\p{Surrogate}/gu;

const repaired = (text: string) => text.replace(LONE_SURROGATE, "\uFFFD");

const repairedJson = (text: string): string =>
	JSON.stringify(
		JSON.parse(text, (_key, value: unknown) =>
			typeof value === "string" ? repaired(value) : value,
		),
	);

const repairedValues = (map: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(Object.entries(map).map(([key, value]) => [repaired(key), repaired(value)]));

/** The event with every lone surrogate replaced, as a browser does when it sends text. */
export const wellFormed = (event: QueuedEvent): QueuedEvent => {
	const texts = Object.fromEntries(
		Object.entries(event).map(([key, value]) => [
			key,
			typeof value === "string" ? repaired(value) : value,
		]),
	) as unknown as QueuedEvent;
	return {
		...texts,
		properties: repairedJson(event.properties),
		urlParameters: repairedValues(event.urlParameters),
		featureFlags: repairedValues(event.featureFlags),
	};
};
