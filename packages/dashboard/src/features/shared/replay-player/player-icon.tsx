/** Icons of the player, on a grid of 16; not used elsewhere. */
const PATHS = {
	play: "M5 3v10l8-5z",
	pause: "M4.5 3h2.5v10H4.5zM9 3h2.5v10H9z",
	again: "M8 3V.8L4.6 3.9 8 7V4.6a3.9 3.9 0 11-3.9 3.9H2.5A5.5 5.5 0 108 3z",
	back: "M12 4L6.5 8l5.5 4zM4 4h1.6v8H4z",
	forward: "M4 4l5.5 4L4 12zM10.4 4H12v8h-1.6z",
	grow: "M2.5 6V2.5H6V4H4v2zM10 2.5h3.5V6H12V4h-2zM13.5 10v3.5H10V12h2v-2zM6 13.5H2.5V10H4v2h2z",
	shrink:
		"M6 2.5V6H2.5V4.5h2v-2zM13.5 6H10V2.5h1.5v2h2zM10 13.5V10h3.5v1.5h-2v2zM2.5 10H6v3.5H4.5v-2h-2z",
} as const;

export const PlayerIcon = ({ name }: { name: keyof typeof PATHS }) => (
	<svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
		<path d={PATHS[name]} />
	</svg>
);
