import { domainToASCII } from "node:url";

/**
 * A host in a form for comparison: in lower case, without a port and `www.`, and with international names as browsers
 * send them.
 */
export const comparableHost = (text: string): string => {
	const host = text.toLowerCase();
	const isAddress = !host.startsWith("[") && host.indexOf(":") !== host.lastIndexOf(":");
	const name = isAddress ? `[${host}]` : host.replace(/:\d+$/, "");
	const ascii = /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
	return ascii.replace(/^www\./, "").replace(/\.$/, "");
};
