/** All time zones by their IANA names, with the one that is set even where this browser does not list it. */
export const timeZoneChoices = (chosen: string): string[] => {
	const all = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
	return all.has(chosen) ? [...all] : [chosen, ...all];
};

/** Labels as they are typed, with commas between: each once, without blanks around. */
export const labelsOf = (text: string): string[] => [
	...new Set(
		text
			.split(",")
			.map((label) => label.trim())
			.filter((label) => label !== ""),
	),
];
