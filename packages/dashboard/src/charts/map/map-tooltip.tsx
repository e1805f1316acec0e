import { useLayoutEffect, useRef } from "preact/hooks";
import { ChangeMark } from "../shared/change-mark.tsx";
import type { ChartWords } from "../shared/chart-words.ts";
import { placeTooltip } from "../shared/place-tooltip.ts";
import type { CountryReading } from "./country-reading.ts";
import css from "./map-tooltip.module.css";

interface MapTooltipProps {
	reading: CountryReading;
	/** What to do next, on a touch screen. */
	hint: string | undefined;
	plot: { width: number; height: number };
	/** The centre of the country, and its width, in page pixels. */
	at: { x: number; y: number; width: number };
	words: ChartWords;
}

/** Distance from the centre of a country: beside it, or well inside it if it is large. */
const NEAR_PX = 10;
const FAR_PX = 60;

/** The figures of a country, beside it. The live region reads them out, so they are hidden from screen readers here. */
export const MapTooltip = ({ reading, hint, plot, at, words }: MapTooltipProps) => {
	const box = useRef<HTMLDivElement>(null);
	// No dependency list: its size is only known after each render.
	useLayoutEffect(() => {
		const element = box.current;
		if (!element) return;
		const { offsetWidth: width, offsetHeight: height } = element;
		const gap = NEAR_PX + Math.min(FAR_PX, at.width / 2);
		const { left, top } = placeTooltip(plot, { width, height }, at.x, [at.y], gap);
		element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
	});
	return (
		<div class={css["tooltip"]} ref={box} aria-hidden="true" data-part="tooltip">
			<b>{reading.name}</b>
			<span class={css["row"]}>
				<span>{reading.count}</span>
				{reading.share !== undefined && <span class={css["quiet"]}>{reading.share}</span>}
				{reading.change && <ChangeMark change={reading.change} words={words} />}
			</span>
			{hint !== undefined && <span class={css["quiet"]}>{hint}</span>}
		</div>
	);
};
