import type { IncomingMessage } from "node:http";

const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)((?:[/?].*)?)$/is;

/**
 * Replaces a request's target that is a full URL by the URL's path, and its host header by the URL's host:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export const takeAbsoluteTarget = (request: IncomingMessage): void => {
	const { url = "" } = request;
	if (url.startsWith("/")) return;
	const [, host, path = ""] = ABSOLUTE.exec(url) ?? [];
	if (host === undefined) return;
	request.url = path.startsWith("/") ? path : `/${path}`;
	request.headers.host = host;
	const others = [];
	for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
		const [name = "", value = ""] = request.rawHeaders.slice(at, at + 2);
		if (name.toLowerCase() !== "host") others.push(name, value);
	}
	request.rawHeaders = ["Host", host, ...others];
};
