/** A URL that is safe to link to: http or https, never a script. Undefined for any other text. */
export const webHref = (text: string): string | undefined => {
	if (!URL.canParse(text)) return undefined;
	const { protocol, href } = new URL(text);
	return protocol === "https:" || protocol === "http:" ? href : undefined;
};
