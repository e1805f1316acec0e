/**
 * Facts of one event that hardly ever differ within a session: a row's `varies` has a bit for each list of which a fact
 * does. A row without the bit answers for all of its events.
 */
const SESSION_ATTRIBUTES: readonly (readonly string[])[] = [
	["country", "region", "city", "lat", "lon", "timezone", "asn_org"],
	[
		"browser",
		"browser_version",
		"operating_system",
		"operating_system_version",
		"device_type",
		"language",
	],
	["screen_width", "screen_height"],
	["hostname"],
	["url_parameters"],
];

/** SQL for `varies`, over the events of a row. */
export const VARIES_OF_EVENTS = SESSION_ATTRIBUTES.map((facts, bit) => {
	const digest = `sipHash64(${facts.map((name) => `events.${name}`).join(", ")})`;
	return `${2 ** bit} * (min(${digest}) != max(${digest}))`;
}).join(" + ");

/** The bits of `varies` that tell whether facts differ within a row; undefined where it does not know of one. */
export const variesBits = (names: readonly string[]): number | undefined => {
	const bits = names.map((name) => SESSION_ATTRIBUTES.findIndex((facts) => facts.includes(name)));
	return bits.includes(-1) ? undefined : bits.reduce((mask, bit) => mask | (2 ** bit), 0);
};
