interface WithZones {
	supportedValuesOf?(key: "timeZone"): string[];
}

/** The time zones that the browser knows, including `UTC`, grouped by their part of the world. */
export const timeZonesByRegion = (
	zones: readonly string[] = (Intl as WithZones).supportedValuesOf?.("timeZone") ?? [],
): { region: string; zones: string[] }[] => {
	const regions = new Map<string, string[]>();
	for (const zone of zones) {
		const [region = "", city] = zone.split("/", 2);
		if (city === undefined) continue;
		regions.set(region, [...(regions.get(region) ?? []), zone]);
	}
	return [...regions].map(([region, all]) => ({ region, zones: all.sort() }));
};
