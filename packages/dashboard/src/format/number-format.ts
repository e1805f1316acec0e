const made = new Map<string, Intl.NumberFormat>();

/** A cached formatter: creating one takes longer than formatting a whole table of numbers. */
export const numberFormat = (
	locale: string,
	options: Intl.NumberFormatOptions,
): Intl.NumberFormat => {
	const key = `${locale} ${JSON.stringify(options)}`;
	const known = made.get(key);
	if (known) return known;
	const format = new Intl.NumberFormat(locale, options);
	// The cache is bounded by the options in the code, since a viewer has one language.
	made.set(key, format);
	return format;
};
