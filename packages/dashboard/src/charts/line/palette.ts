/** Colours of a canvas, which cannot read custom properties itself. */
export interface Palette {
	/** In order of the lines. */
	lines: readonly string[];
	previous: string;
	grid: string;
	zero: string;
}

/** Lines differ in dash as well as in colour. */
export const LINE_DASHES: readonly (readonly number[])[] = [
	[],
	[8, 3],
	[3, 3],
	[10, 3, 2, 3],
	[1, 3],
	[14, 4],
];

/** For the comparison and for unfinished buckets. */
export const PREVIOUS_DASH = [2, 3];
export const UNFINISHED_DASH = [5, 4];
/** For the threshold that a value should not exceed. */
export const LIMIT_DASH = [12, 4];

export const readPalette = (element: Element): Palette => {
	const style = getComputedStyle(element);
	const colour = (name: string) => style.getPropertyValue(name).trim();
	return {
		lines: LINE_DASHES.map((_, index) => colour(`--chart-${index + 1}`)),
		previous: colour("--chart-prev"),
		grid: colour("--chart-grid"),
		zero: colour("--chart-zero"),
	};
};

/** Calls back when colours may have changed: through the system's scheme or contrast, the page's own setting, or paper. */
export const onPaletteChange = (callback: () => void): (() => void) => {
	const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "print"].map(
		(query) => matchMedia(query),
	);
	for (const query of queries) query.addEventListener("change", callback);
	const observer = new MutationObserver(callback);
	observer.observe(document.documentElement, {
		attributes: true,
		attributeFilter: ["data-theme", "class"],
	});
	return () => {
		for (const query of queries) query.removeEventListener("change", callback);
		observer.disconnect();
	};
};
