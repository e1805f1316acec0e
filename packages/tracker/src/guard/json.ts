/** Leaves alone what a page says of all arrays or all objects, and heeds what a class such as Date says of its own. */
function unshared(this: Record<string, unknown>, key: string, said: unknown): unknown {
	const own = this[key] as { toJSON?: unknown } | undefined | null;
	return Array.isArray(own) || own?.toJSON === (Object.prototype as { toJSON?: unknown }).toJSON
		? own
		: said;
}

/**
 * A value as JSON, also in pages whose libraries have given all arrays or objects a `toJSON` of an age before JSON: with it
 * lists become texts.
 * @throws TypeError for a circular object and for what a getter throws
 */
export const json = (value: unknown): string =>
	JSON.stringify(value, "toJSON" in [] ? unshared : undefined);
