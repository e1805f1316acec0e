/** Common synonyms of our names, spelled too differently to be found by edit distance. */
const SYNONYMS: Readonly<Record<string, string>> = {
	scopes: "permissions",
	scope: "permissions",
	ttl: "expiresIn",
	isPublic: "public",
	title: "name",
	from: "start_date",
	to: "end_date",
	timezone: "time_zone",
	tz: "time_zone",
};

/** Longer names are not compared, because the work grows with the product of the lengths. */
const MAX_LENGTH = 64;

/** Edit distance: letters added, removed, replaced or swapped with the next one. */
const editsBetween = (one: string, other: string): number => {
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const next = [row];
		for (let column = 1; column <= other.length; column++) {
			const isSame = one[row - 1] === other[column - 1];
			const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			next[column] = Math.min(
				(last[column] ?? 0) + 1,
				(next[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (isSame ? 0 : 1),
				isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		before = last;
		last = next;
	}
	return last[other.length] ?? 0;
};

/** Removes differences in spelling: `startDate` and `start_date` are equal. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");

/** The known name that an unknown one probably means. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
	if (name.length > MAX_LENGTH) return undefined;
	const synonym = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined;
	if (synonym !== undefined && known.includes(synonym)) return synonym;
	const wanted = plain(name);
	if (wanted.length < 2) return undefined;
	const most = Math.max(1, Math.floor(wanted.length / 3));
	const distanceTo = (other: string) => {
		const one = plain(other);
		// `expires` and `expiresAt` mean `expiresIn`.
		const isBegun = wanted.length >= 4 && one.length >= 4 && sharedStart(wanted, one) >= 5;
		const edits = editsBetween(wanted, one);
		return edits <= most ? edits : isBegun ? most + 1 : undefined;
	};
	let best: { name: string; distance: number } | undefined;
	for (const other of known) {
		const distance = distanceTo(other);
		if (distance !== undefined && (!best || distance < best.distance))
			best = { name: other, distance };
	}
	return best?.name;
};

const sharedStart = (one: string, other: string): number => {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length++;
	return length;
};

const MAX_SHOWN = 100;
const MAX_LISTED = 30;

/** The sentence about an unknown name. @param kind such as `field` */
export const unknownName = (kind: string, name: string, known: readonly string[]): string => {
	const meant = nearestName(name, known);
	const hint =
		meant === undefined
			? known.length > 0 && known.length <= MAX_LISTED
				? `valid names are ${known.join(", ")}`
				: "see /api/openapi.json for valid names"
			: `did you mean ${meant}?`;
	return `Unknown ${kind} "${name.slice(0, MAX_SHOWN)}": ${hint}`;
};
