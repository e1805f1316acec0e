/** The numbers of a version such as `v1.4.2-beta`; undefined for another name, such as a commit. */
const numbersOf = (release: string): readonly number[] | undefined => {
	const [, numbers] = /^v?(\d{1,9}(?:\.\d{1,9}){1,5})(?:[-+].*)?$/.exec(release) ?? [];
	return numbers?.split(".").map(Number);
};

/** Below 0 if the first is older, above 0 if it is newer; undefined if their names do not say. */
export const compareVersions = (one: string, other: string): number | undefined => {
	const [left, right] = [numbersOf(one), numbersOf(other)];
	if (left === undefined || right === undefined) return undefined;
	for (let at = 0; at < Math.max(left.length, right.length); at++) {
		const difference = (left[at] ?? 0) - (right[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
};

/**
 * Whether a release is the one in which an error was resolved, or a later one: by their numbers, else by when the site first
 * sent events of each. Without a release, an occurrence is of code older than the first release.
 * @param firstSeen by release, in ms since the epoch
 * @param decidedAt when the error was resolved: a release that was never seen is younger than all that were seen by then
 */
export const isNotOlder = (
	release: string,
	resolvedIn: string,
	firstSeen: ReadonlyMap<string, number>,
	decidedAt: number,
): boolean => {
	if (release === "") return false;
	if (release === resolvedIn) return true;
	const order = compareVersions(release, resolvedIn);
	if (order !== undefined) return order >= 0;
	return (firstSeen.get(release) ?? Infinity) >= (firstSeen.get(resolvedIn) ?? decidedAt);
};
