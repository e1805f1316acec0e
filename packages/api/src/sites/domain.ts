import { isIP } from "node:net";
import { withoutTrailing } from "@footfall/shared/text/without-trailing";

const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
/** Letters of any script, also in punycode. */
const TOP_LEVEL = /^(\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;

/** Strips the scheme and trailing slashes from a typed address, in lower case. */
const bare = (text: string): string =>
	withoutTrailing(text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), "/").toLowerCase();

/** A site's domain in its stored form; undefined for an invalid one. */
export const domainOf = (text: string): string | undefined => {
	const domain = bare(text);
	if (domain === "localhost" || isIP(domain) !== 0) return domain;
	if (domain.length > 253) return undefined;
	const labels = domain.split(".");
	const isDotted = labels.length > 1 && TOP_LEVEL.test(labels.at(-1) ?? "");
	return isDotted && labels.slice(0, -1).every((label) => LABEL.test(label)) ? domain : undefined;
};
