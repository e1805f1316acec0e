/** An address that may be followed: of the web, not of a script. Undefined for any other text. */
export const webHref = (text: string): string | undefined =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
