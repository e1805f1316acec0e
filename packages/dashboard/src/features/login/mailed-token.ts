/** The token of a mailed link: the part after "#" reaches no server and no log. */
export const mailedToken = (hash: string): string => {
	try {
		return decodeURIComponent(hash.replace(/^#/, "")).trim();
	} catch {
		return "";
	}
};
