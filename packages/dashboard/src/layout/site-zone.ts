const KEY = "footfall-zones";
const MOST = 100;

const stored = (): Record<string, string | null> => {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
		return typeof found === "object" && found !== null
			? (found as Record<string, string | null>)
			: {};
	} catch {
		// Storage may be disabled or contain something else.
		return {};
	}
};

/** The time zone that a site had on the last visit: a page's first queries need it before the site has been loaded. */
export const rememberedZone = (site: string): string | undefined => {
	const zone: unknown = stored()[site];
	return typeof zone === "string" ? zone : undefined;
};

/** @param zone null if the site has none of its own, undefined while unknown */
export const rememberZone = (site: string, zone: string | null | undefined): void => {
	const before = stored();
	if (zone === undefined || before[site] === zone) return;
	const others = Object.entries(before).filter(([other]) => other !== site);
	try {
		const kept = Object.fromEntries([...others.slice(1 - MOST), [site, zone]]);
		localStorage.setItem(KEY, JSON.stringify(kept));
	} catch {
		// As above: the first queries are then sent twice if the zones differ.
	}
};
