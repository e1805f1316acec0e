const unquoted = (text: string) =>
	text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

/**
 * The `for` of each element of a `Forwarded` header, "" for an element without one, so that no address takes the place
 * of an unnamed one. It is read from its end, so that a quote left open by a client does not swallow what proxies
 * added: https://www.rfc-editor.org/rfc/rfc7239#section-4
 */
export const forwardedFor = (header: string): string[] => {
	const hops: string[] = [];
	let isQuoted = false;
	let hop = "";
	let end = header.length;
	for (let at = end - 1; at >= -1; at--) {
		const character = at === -1 ? "," : header[at];
		if (character === '"' && header[at - 1] !== "\\") isQuoted = !isQuoted;
		if ((isQuoted && at !== -1) || (character !== "," && character !== ";")) continue;
		const parameter = header.slice(at + 1, end).trim();
		if (parameter.slice(0, 4).toLowerCase() === "for=") hop = unquoted(parameter.slice(4));
		end = at;
		if (character === ";") continue;
		hops.push(hop);
		hop = "";
	}
	return hops.reverse();
};
