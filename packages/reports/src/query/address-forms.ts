import { domainToASCII, domainToUnicode } from "node:url";
import { shownHost } from "@footfall/shared/text/shown-host";
import { shownPath } from "@footfall/shared/text/shown-path";

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Characters that no stored path or host contains when a browser sent it. */
const isForeign = /[^\x20-\x7e]/;

/** A path as given, as displayed, and as browsers send it, whose percent escapes may be in lower case. */
export const pathForms = (text: string): string[] => {
	if (!isForeign.test(text) && !text.includes("%") && !text.includes(" ")) return [text];
	const shown = shownPath(text);
	const sent = shown.replace(/[^\x21-\x7e\p{Cs}]+/gu, encodeURIComponent);
	return unique([text, shown, sent, sent.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())]);
};

/** A host as given, and in both forms of an international name. */
export const hostForms = (text: string): string[] => {
	if (!isForeign.test(text) && !/xn--/i.test(text)) return [text];
	// Label by label: a filter may name a part of a host.
	const inEach = (change: (label: string) => string) =>
		text
			.split(".")
			.map((label) => (label === "" ? label : change(label) || label))
			.join(".");
	return unique([text, inEach(domainToASCII), inEach(domainToUnicode)]);
};

const PATH = { forms: pathForms, shown: shownPath };
const HOST = { forms: hostForms, shown: shownHost };

/** The dimensions whose values are addresses: the forms in which each is stored, and its readable form. */
const ADDRESSES: Readonly<Record<string, typeof PATH | typeof HOST>> = {
	pathname: PATH,
	entry_page: PATH,
	exit_page: PATH,
	hostname: HOST,
	referrer: HOST,
};

/** The readable form of a dimension's addresses; `undefined` for a dimension without one. */
export const shownAddressOf = (dimension: string): ((address: string) => string) | undefined =>
	ADDRESSES[dimension]?.shown;

/**
 * The texts that stand for a value of a dimension's filter: addresses are matched in their encoded
 * and in their decoded form.
 */
export const formsOf = (parameter: string, value: string | number): (string | number)[] =>
	(typeof value === "string" && ADDRESSES[parameter]?.forms(value)) || [value];

/** The same, case-insensitively: encoded, capitals and small letters are different bytes. */
export const caselessFormsOf = (parameter: string, value: string | number): (string | number)[] => {
	const forms = formsOf(parameter, value);
	if (forms.length === 1) return forms;
	const cased = forms.flatMap((form) => [String(form).toLowerCase(), String(form).toUpperCase()]);
	return unique([
		...forms.map(String),
		...cased.flatMap((form) => formsOf(parameter, form).map(String)),
	]);
};
