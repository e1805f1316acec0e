/** All time zones by their IANA names, including the one that is set even if this browser does not list it. */
export const timeZoneChoices = (chosen: string): string[] => {
	const all = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
	return all.has(chosen) ? [...all] : [chosen, ...all];
};

/** Labels from comma-separated text: each once, trimmed. */
export const labelsOf = (text: string): string[] => [
	...new Set(
		text
			.split(",")
			.map((label) => label.trim())
			.filter((label) => label !== ""),
	),
];
