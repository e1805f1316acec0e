/** The path of an address without host, query and what its percent signs encode. */
const pathOf = (address: string): string => {
	const path = address.replace(/[?#].*$/s, "").replace(/^[\w+.-]{1,30}:\/\/[^/]*/, "");
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
};

const segmentsOf = (path: string): string[] =>
	path.split(/[/\\]/).filter((segment) => !["", ".", "~"].includes(segment));

/** The path of a minified file as it is kept: without what differs from place to place. */
export const plainFileName = (name: string): string =>
	segmentsOf(pathOf(name))
		.filter((segment) => segment !== "..")
		.join("/");

/** The last segment of a path or an address. */
export const baseNameOf = (address: string): string => segmentsOf(pathOf(address)).at(-1) ?? "";

/** How many segments two paths share if one ends with the other; otherwise 0. */
const sharedEnd = (one: readonly string[], other: readonly string[]): number => {
	const length = Math.min(one.length, other.length);
	const isSame = one.slice(-length).join("/") === other.slice(-length).join("/");
	return length > 0 && isSame ? length : 0;
};

/** Of these, newest first, the one whose file name shares the longest end with an address. */
export const matchingFile = <Map extends { fileName: string }>(
	address: string,
	maps: readonly Map[],
): Map | undefined => {
	const segments = segmentsOf(pathOf(address));
	let best: Map | undefined;
	let longest = 0;
	for (const map of maps) {
		const shared = sharedEnd(segments, segmentsOf(map.fileName));
		if (shared > longest) {
			best = map;
			longest = shared;
		}
	}
	return best;
};

/**
 * Whether a file's name has a hash of its content, such as `index-DiwrgTda.js` or `main.3f2a1b4c.js`: files of such a name
 * are the same in every release.
 */
export const hasHashInName = (address: string): boolean => {
	const stem = baseNameOf(address).replace(/\.[cm]?js$/, "");
	const [end = ""] = /(?<=[-._])[\w-]{8,64}$/.exec(stem) ?? [];
	return /\d/.test(end) || (/[a-z]/.test(end) && /[A-Z]/.test(end));
};
