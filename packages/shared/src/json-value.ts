/** The value of JSON text; `undefined` for any other text. */
export const jsonValue = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};
