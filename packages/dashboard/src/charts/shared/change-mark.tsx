import type { FigureChange } from "../../format/change.ts";
import { joined } from "../../ui/class-names.ts";
import css from "./change-mark.module.css";
import type { ChartWords } from "./chart-words.ts";
import { Hidden } from "./hidden.tsx";

const ARROWS = { up: "M4 1l4 6H0z", down: "M4 7L0 1h8z" };

/** A change with its arrow; the arrow has a visually hidden word. */
export const ChangeMark = ({ change, words }: { change: FigureChange; words: ChartWords }) => (
	<span class={joined(css["change"], css[change.tone])}>
		{change.direction !== "none" && (
			<>
				<svg class={css["arrow"]} viewBox="0 0 8 8" aria-hidden="true">
					<path d={ARROWS[change.direction]} />
				</svg>
				<Hidden>{`${words[change.direction]} `}</Hidden>
			</>
		)}
		{change.text}
	</span>
);
