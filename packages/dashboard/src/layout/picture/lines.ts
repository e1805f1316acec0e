/** Pictures of our own on a grid of 16 units, drawn as lines. */
export const LINES = {
	desktop: "M2 3h12v8H2zM8 11v3M5.5 14h5",
	mobile: "M5 2h6v12H5zM7.5 12h1",
	tablet: "M3 2h10v12H3zM7.5 12h1",
	tv: "M2 5h12v8H2zM5.5 2L8 4.5 10.5 2",
	console:
		"M5 4.5h6a3.4 3.4 0 0 1 0 7L9.5 10h-3L5 11.5a3.4 3.4 0 0 1 0-7zM5.5 7v2M4.5 8h2M10.8 8h.01",
	embedded: "M4 4h8v8H4zM6 2v2M10 2v2M6 12v2M10 12v2M2 6h2M2 10h2M12 6h2M12 10h2M7 7h2v2H7z",
	compass: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM10.7 5.3L9 9l-3.7 1.7L7 7z",
	wave: "M2.5 9C3 2 12.5 0.5 13.5 7c0 3-4 3-5 1.5M2.5 9c1-3.5 5-4 6.5-2M9 7c-3 1-3 5.5 1.5 6-4 2-7.5 0-8-4",
	letterE: "M3 8.5h10a5 5 0 1 0-1.5 3.2",
	planet: "M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM1.8 10.8C5 11.5 11 8.5 14.2 5.2",
	letterYa: "M11 13.5v-11H8.5c-4 0-4 6 0 6H11M8.5 8.5l-3.5 5",
	penguin:
		"M5.5 6c0-5 5-5 5 0 0 2 2.5 3.5 2.5 7.5H3c0-4 2.5-5.5 2.5-7.5zM7 5.2h.01M9 5.2h.01M7 7.2l1 .8 1-.8",
	instagram:
		"M5 2h6a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM11.3 4.7h.01",
	hash: "M6 2.5v11M10 2.5v11M2.5 6h11M2.5 10h11",
	letterB: "M5 2v9.5l5.5-3.2-3-1.5M5 11.5l2 1.5 5-3V7.5",
	knot: "M8 2.5c2.2 0 2.2 11 0 11s-2.2-11 0-11zM3.2 5.2c1.1-1.9 10.7 3.6 9.6 5.5S2.1 7.1 3.2 5.2zM3.2 10.8c-1.1-1.9 8.5-7.4 9.6-5.5S4.3 12.7 3.2 10.8z",
	spark: "M8 2c.5 4 2 5.5 6 6-4 .5-5.5 2-6 6-.5-4-2-5.5-6-6 4-.5 5.5-2 6-6z",
	envelope: "M2 4h12v8.5H2zM2 4.5L8 9l6-4.5",
	bubble: "M2.5 3h11v7.5H8l-3 3v-3H2.5z",
	letterY: "M3 3l3.5 5.5v4M10 3L6.5 8.5M13 3v6M13 12h.01",
	lens: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3L14 14",
	globe: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2C3.5 6 3.5 10 8 14M8 2c4.5 4 4.5 8 0 12",
	window: "M2 3h12v10H2zM2 6h12",
	arrow: "M3 8h9.5M9 4.5L12.5 8 9 11.5",
	pennant: "M4 2v12M4 3h8.5l-2 2.5 2 2.5H4",
	chip: "M4 4h8v8H4zM6.5 2v2M9.5 2v2M6.5 12v2M9.5 12v2",
} as const;

/** Pictures of our own on the same grid, filled. */
export const AREAS = {
	windows: "M2 2h5.6v5.6H2zM8.4 2H14v5.6H8.4zM2 8.4h5.6V14H2zM8.4 8.4H14V14H8.4z",
	linkedin:
		"M3 1.5h10A1.5 1.5 0 0 1 14.5 3v10a1.5 1.5 0 0 1-1.5 1.5H3A1.5 1.5 0 0 1 1.5 13V3A1.5 1.5 0 0 1 3 1.5zM4 6.5V12h1.8V6.5zM4 3.8v1.6h1.8V3.8zM7.2 6.5V12H9V9c0-1.4 1.5-1.4 1.5 0v3h1.8V8.6c0-2.4-2.3-2.8-3.3-1.4v-.7z",
} as const;
