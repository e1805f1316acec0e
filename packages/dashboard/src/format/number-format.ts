const made = new Map<string, Intl.NumberFormat>();

/** A formatter that is made once: making one takes longer than a whole table of numbers. */
export const numberFormat = (
	locale: string,
	options: Intl.NumberFormatOptions,
): Intl.NumberFormat => {
	const key = `${locale} ${JSON.stringify(options)}`;
	const known = made.get(key);
	if (known) return known;
	const format = new Intl.NumberFormat(locale, options);
	// Bounded by the options in the code: a viewer has one language.
	made.set(key, format);
	return format;
};
