import { percentText } from "../format/number.ts";
import type { ChartWords } from "./shared/chart-words.ts";
import css from "./vitals-bar.module.css";

interface VitalsBarProps {
	/** Measurements by rating. */
	counts: { good: number; needsImprovement: number; poor: number };
	/** The metric that is rated. */
	label: string;
	locale: string;
	words: ChartWords;
}

const RATINGS = ["good", "needsImprovement", "poor"] as const;

/** The shares of good, middling and poor measurements, marked by sign and word as well as by colour. */
export const VitalsBar = ({ counts, label, locale, words }: VitalsBarProps) => {
	const whole = RATINGS.reduce((sum, rating) => sum + counts[rating], 0);
	const shares = RATINGS.map((rating) => ({
		rating,
		percent: whole > 0 ? (counts[rating] / whole) * 100 : 0,
	}));
	return (
		<figure class={css["vitals"]}>
			<figcaption>{label}</figcaption>
			<div class={css["bar"]} aria-hidden="true">
				{shares.map(
					({ rating, percent }) =>
						percent > 0 && <i key={rating} class={css[rating]} style={{ "--width": percent }} />,
				)}
			</div>
			<ul class={css["keys"]}>
				{shares.map(({ rating, percent }) => (
					<li key={rating}>
						<RatingSign rating={rating} />
						{words[rating]} {percentText(percent, locale)}
					</li>
				))}
			</ul>
		</figure>
	);
};

const SIGNS = {
	good: "M4 0a4 4 0 1 1 0 8a4 4 0 0 1 0-8z",
	needsImprovement: "M4 0l4 4l-4 4l-4-4z",
	poor: "M4 0.5l4 7H0z",
};

/** ● good, ◆ needs improvement, ▲ poor. The word is shown beside it or visually hidden. */
export const RatingSign = ({ rating }: { rating: keyof typeof SIGNS }) => (
	<svg class={css["sign"]} viewBox="0 0 8 8" aria-hidden="true">
		<path class={css[rating]} d={SIGNS[rating]} />
	</svg>
);
