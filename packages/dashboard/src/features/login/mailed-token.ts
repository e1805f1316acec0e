/** The token of a mailed link: the part after "#" is never sent to a server or written to a log. */
export const mailedToken = (hash: string): string => {
	try {
		return decodeURIComponent(hash.replace(/^#/, "")).trim();
	} catch {
		return "";
	}
};
