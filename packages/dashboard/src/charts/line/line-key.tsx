import css from "./line-key.module.css";
import { LIMIT_DASH, LINE_DASHES, PREVIOUS_DASH, UNFINISHED_DASH } from "./palette.ts";

/** Index of a line, or another series that a chart draws as one. */
export type KeySubject = number | "previous" | "unfinished" | "limit";

const styleOf = (subject: KeySubject) => {
	if (subject === "previous" || subject === "limit") {
		const dash = subject === "limit" ? LIMIT_DASH : PREVIOUS_DASH;
		return { color: "var(--chart-prev)", width: 1.5, dash };
	}
	if (subject === "unfinished") return { color: "var(--chart-1)", width: 2, dash: UNFINISHED_DASH };
	return {
		color: `var(--chart-${subject + 1})`,
		width: 2,
		dash: LINE_DASHES[subject] ?? [],
	};
};

/** A sample of a line as the chart draws it. */
export const LineKey = ({ subject }: { subject: KeySubject }) => {
	const { color, width, dash } = styleOf(subject);
	return (
		<svg class={css["key"]} viewBox="0 0 24 8" aria-hidden="true">
			<line
				x1="0"
				x2="24"
				y1="4"
				y2="4"
				stroke-width={width}
				stroke-dasharray={dash.join(" ")}
				style={{ stroke: color }}
			/>
		</svg>
	);
};
