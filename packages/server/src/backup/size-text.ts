const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `1.2 GB`, in powers of 1,000. */
export const sizeText = (bytes: number): string => {
	const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1000 ** step;
	return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
};
