import css from "./icon.module.css";

/** Outlines on a grid of 16 units. */
const PATHS = {
	down: "M4 6l4 4 4-4",
	left: "M10 4L6 8l4 4",
	right: "M6 4l4 4-4 4",
	close: "M4 4l8 8M12 4l-8 8",
	check: "M3 8.5l3.5 3.5L13 4.5",
	plus: "M8 3v10M3 8h10",
	filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
	download: "M8 3v7M5 7.5L8 10.5l3-3M3 13h10",
	out: "M6 4H4v8h8v-2M9 3h4v4M13 3L7.5 8.5",
	copy: "M6 6h7v7H6zM3.5 10H3V3h7v.5",
	warning: "M8 2.5L14 13H2zM8 6.5v3M8 11.3h.01",
	info: "M8 7.5v4M8 5h.01M8 2a6 6 0 100 12A6 6 0 008 2z",
	lock: "M4 7h8v6H4zM6 7V5a2 2 0 014 0v2",
	bars: "M3 13h10M4.5 11V8M8 11V4M11.5 11V7",
	pulse: "M2 8h3l2-4.5 2.5 9L11.5 8H14",
	page: "M4 2.5h5.5L12 5v8.5H4zM9 3v2.5h3",
	route: "M3 4h3c3 0 2 8 5 8h2M3 12h3",
	people:
		"M6 8a2.2 2.2 0 100-4.4A2.2 2.2 0 006 8zM2 13c0-2 1.7-3.2 4-3.2S10 11 10 13M11 7.5a1.8 1.8 0 000-3.4M12 9.8c1.3.5 2 1.6 2 3.2",
	more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
	bot: "M4 6h8v6H4zM8 3.5V6M6.3 9h.01M9.7 9h.01",
} as const;
export type IconName = keyof typeof PATHS;

/** An icon beside a word, or in a labelled button: never alone, so screen readers skip it. */
export const Icon = ({ name, class: extra = "" }: { name: IconName; class?: string }) => (
	<svg class={`${css["icon"]} ${extra}`} viewBox="0 0 16 16" aria-hidden="true">
		<path d={PATHS[name]} />
	</svg>
);

/** The logo of the product. */
export const Mark = () => (
	<svg class={css["mark"]} viewBox="0 0 16 16" aria-hidden="true">
		<rect x="2" y="6" width="5" height="9" rx="2.5" />
		<rect x="9" y="1" width="5" height="9" rx="2.5" />
	</svg>
);
