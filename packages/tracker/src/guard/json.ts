interface Jsonable {
	toJSON?: unknown;
}

/** Ignores a page's `toJSON` of all arrays or objects, and respects that of a class such as Date. */
function tidy(this: Record<string, unknown>, key: string, said: unknown): unknown {
	const own = this[key] as Jsonable | undefined | null;
	return [([] as Jsonable).toJSON, ({} as Jsonable).toJSON].includes(own?.toJSON) ? own : said;
}

/**
 * A value as JSON, also in pages whose old libraries have added a `toJSON` to all arrays or objects, which would turn
 * lists into texts.
 * @throws TypeError for a circular object, and errors of getters
 */
export const json = (value: unknown): string => JSON.stringify(value, tidy);
