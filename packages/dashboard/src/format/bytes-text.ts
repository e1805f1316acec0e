const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** `3.4 MB`: two digits below ten, whole above. */
export const bytesText = (bytes: number, locale: string): string => {
	const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
	const value = bytes / 1000 ** power;
	return new Intl.NumberFormat(locale, {
		style: "unit",
		unit: UNITS[power] ?? "byte",
		unitDisplay: power === 0 ? "long" : "short",
		maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
	}).format(value);
};
