interface Jsonable {
	toJSON?: unknown;
}

/** Longer than anything that the gateway takes, and short enough for a request. */
const MAX_TEXT = 8000;

/** Ignores a page's `toJSON` of all arrays or objects, respects that of a class such as Date, and cuts absurd texts. */
function tidy(this: Record<string, unknown>, key: string, said: unknown): unknown {
	const own = this[key] as Jsonable | undefined | null;
	const shared = [([] as Jsonable).toJSON, ({} as Jsonable).toJSON];
	const value = shared.includes(own?.toJSON) ? own : said;
	return typeof value === "string" ? value.slice(0, MAX_TEXT) : value;
}

/**
 * A value as JSON, also in pages whose old libraries have added a `toJSON` to all arrays or objects, which would turn
 * lists into texts.
 * @throws TypeError for a circular object, and errors of getters
 */
export const json = (value: unknown): string => JSON.stringify(value, tidy);
