const BYTE_ORDER_MARK = 0xfeff;

/** A body's value; `undefined` for bytes that are not JSON. Invalid UTF-8 becomes replacement characters. */
export const parseJson = (bytes: Buffer): { value: unknown } | undefined => {
	const text = bytes.toString();
	try {
		return { value: JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) };
	} catch {
		return undefined;
	}
};
