/** A country in page pixels from the corner of the map. */
interface Target {
	country: string;
	x: number;
	y: number;
	width: number;
}

/** Countries narrower than twice the reach are as easy to hit as if they were that large. */
export const REACH_PX = { mouse: 8, touch: 20 };

/**
 * The country that is meant by a point: the nearest of the small ones within reach, since the pointer cannot be on them
 * for certain, else the one below the pointer.
 */
export const countryAt = (
	point: { x: number; y: number },
	targets: readonly Target[],
	reach: number,
	below: string | undefined,
): string | undefined => {
	let nearest: { country: string; distance: number } | undefined;
	for (const { country, x, y, width } of targets) {
		const distance = Math.hypot(x - point.x, y - point.y);
		if (width > 2 * reach || distance > (nearest?.distance ?? reach)) continue;
		nearest = { country, distance };
	}
	return nearest?.country ?? below;
};
