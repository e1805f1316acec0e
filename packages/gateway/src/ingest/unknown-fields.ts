import { ClientEvent } from "@footfall/shared/event";

const KNOWN: ReadonlySet<string> = new Set(
	ClientEvent.options.flatMap((option) => Object.keys(option.shape)),
);

const MOST_NAMED = 10;
const MAX_NAME_LENGTH = 64;

const NONE: readonly string[] = [];

/** The unknown keys of an event. */
export const unknownFieldsOf = (event: object): readonly string[] => {
	let unknown: string[] | undefined;
	for (const key in event)
		if (!KNOWN.has(key)) {
			unknown ??= [];
			unknown.push(key);
		}
	return unknown ?? NONE;
};

/** What a reply says about ignored fields: the first few. */
export const ignoredFields = (event: unknown) => {
	if (typeof event !== "object" || event === null) return undefined;
	const unknown = unknownFieldsOf(event);
	if (unknown.length === 0) return undefined;
	return { ignored: unknown.slice(0, MOST_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH)) };
};
