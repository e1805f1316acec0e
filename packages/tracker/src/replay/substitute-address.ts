const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Replaces a page's address by its public form wherever the JSON of an event has it: links within the
 * page are recorded with all of it. `told` is undefined where nothing may be.
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
