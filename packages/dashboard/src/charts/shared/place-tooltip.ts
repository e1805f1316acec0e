interface Size {
	width: number;
	height: number;
}

/** Between the tooltip and its column. */
const GAP_PX = 12;
/** Around a point: its dot and a margin. */
const POINT_PX = 10;

const clamp = (value: number, least: number, most: number) =>
	Math.min(Math.max(value, least), Math.max(least, most));

/**
 * The position of a tooltip's corner, relative to the plot's: beside the column, on the right if it fits, else on the
 * left. If neither side fits, it goes below or above the points, at worst above the plot. It never covers a point.
 * @param x of the column
 * @param points heights of the points in the column, from the top
 * @param gap between the column and the tooltip
 */
export const placeTooltip = (
	plot: Size,
	tooltip: Size,
	x: number,
	points: readonly number[],
	gap = GAP_PX,
): { left: number; top: number } => {
	const top = clamp(
		Math.min(...points, plot.height) - tooltip.height / 2,
		0,
		plot.height - tooltip.height,
	);
	if (x + gap + tooltip.width <= plot.width) return { left: x + gap, top };
	if (x - gap - tooltip.width >= 0) return { left: x - gap - tooltip.width, top };

	const left = clamp(x - tooltip.width / 2, 0, plot.width - tooltip.width);
	const highest = Math.min(...points, plot.height);
	const lowest = Math.max(...points, 0);
	if (highest - POINT_PX >= tooltip.height) return { left, top: 0 };
	if (lowest + POINT_PX + tooltip.height <= plot.height)
		return { left, top: plot.height - tooltip.height };
	return { left, top: Math.min(0, highest - POINT_PX) - tooltip.height };
};
