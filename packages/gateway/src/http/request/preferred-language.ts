import type { IncomingHttpHeaders } from "node:http";

/** The language that a browser prefers, for events that do not name it. */
export const preferredLanguage = (headers: IncomingHttpHeaders): string | undefined => {
	const first = headers["accept-language"]?.split(/[,;]/, 1)[0]?.trim() ?? "";
	return first === "" || first === "*" ? undefined : first;
};
