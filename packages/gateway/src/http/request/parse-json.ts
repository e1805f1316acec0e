const BYTE_ORDER_MARK = 0xfeff;

/** A body's value; `undefined` for bytes that are no JSON. Bytes that are no UTF-8 become replacement characters. */
export const parseJson = (bytes: Buffer): { value: unknown } | undefined => {
	const text = bytes.toString();
	try {
		return { value: JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) };
	} catch {
		return undefined;
	}
};
