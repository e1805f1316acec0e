const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Puts what may be told of a page's address in the place of the address, wherever an event as JSON names it: links within the
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
