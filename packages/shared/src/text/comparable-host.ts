import { domainToASCII } from "node:url";

/** A host for comparison: lower case, without port and `www.`, with international names as browsers send them. */
export const comparableHost = (text: string): string => {
	const host = text.toLowerCase();
	const isAddress = !host.startsWith("[") && host.indexOf(":") !== host.lastIndexOf(":");
	const name = isAddress ? `[${host}]` : host.replace(/:\d+$/, "");
	const ascii = /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
	return ascii.replace(/^www\./, "").replace(/\.$/, "");
};
