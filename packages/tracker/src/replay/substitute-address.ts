const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Replaces a page's address with its public form everywhere in the JSON of an event, because links within the page
 * contain it. `told` is undefined if no address may be sent.
 */
export const substituteAddress = (
	{ href, origin, pathname }: Location | URL,
	told: string,
): ((json: string) => string) => {
	const [real = ""] = href.split("#");
	if (real === told) return (json) => json;
	const [toldPath = ""] = told.split("?");
	return (json) =>
		json
			.replaceAll(escaped(real), escaped(told))
			.replaceAll(escaped(origin + pathname), escaped(toldPath))
			.replaceAll(`"${escaped(pathname)}"`, JSON.stringify(toldPath.slice(origin.length)));
};
