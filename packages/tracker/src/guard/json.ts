/** Longer than anything that the gateway takes, and short enough for a request. */
const MAX_TEXT = 8000;

/** Whether a method is one that a page has given to all objects or arrays, or none. */
const isShared = (toJson: unknown) =>
	[([] as { toJSON?: unknown }).toJSON, ({} as { toJSON?: unknown }).toJSON].includes(toJson);

/** Ignores a page's `toJSON` of all arrays or objects, respects that of a class such as Date, and cuts absurd texts. */
function tidy(this: Record<string, unknown>, key: string, said: unknown): unknown {
	const own = this[key] as { toJSON?: unknown } | undefined | null;
	const value = isShared(own?.toJSON) ? own : said;
	return typeof value === "string" ? value.slice(0, MAX_TEXT) : value;
}

/**
 * A value as JSON, also in pages whose old libraries have added a `toJSON` to all arrays or objects, which would turn
 * lists into texts.
 * @throws TypeError for a circular object, and errors of getters
 */
export const json = (value: unknown): string => JSON.stringify(value, tidy);
