import { useRef, useState } from "preact/hooks";
import { HEAT_LEVELS, heatLevel } from "../../format/heat.ts";
import { countText } from "../../format/number.ts";
import { joined } from "../../ui/class-names.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import { Hidden } from "../shared/hidden.tsx";
import { placeTooltip } from "../shared/place-tooltip.ts";
import { useColumn } from "../shared/use-column.ts";
import { useSize } from "../shared/use-size.ts";
import { type CountryShape, countryShapes, MAP_HEIGHT, MAP_WIDTH } from "./country-shapes.ts";
import css from "./world-map.module.css";

export interface WorldMapProps {
	/** By ISO 3166-1 alpha-2, sorted by count, largest first. */
	countries: readonly { country: string; value: number }[];
	/** What is counted. */
	counted: string;
	label: string;
	onPick?: (country: string) => void;
	isStale?: boolean;
	locale: string;
	words: ChartWords;
}

/** A few countries have nearly all sessions: a square root keeps the others distinguishable. */
const levelOf = (value: number, max: number) => heatLevel(Math.sqrt(value), Math.sqrt(max));

const regionName = (country: string, locale: string): string => {
	try {
		return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
	} catch {
		// Thrown for a value that is not a region code.
		return country;
	}
};

/** Sessions by country, darker for more. Arrow keys move through the countries from most to fewest sessions. */
export const WorldMap = (props: WorldMapProps) => {
	const { countries, counted, label, onPick, isStale = false, locale, words } = props;
	const map = useRef<HTMLDivElement>(null);
	const size = useSize(map);
	const [over, setOver] = useState<string | undefined>();
	const values = new Map(countries.map(({ country, value }) => [country, value]));
	const max = Math.max(0, ...values.values());
	const shapes = countryShapes();
	const drawn = new Map<string, CountryShape>();
	for (const shape of shapes) if (shape.country) drawn.set(shape.country, shape);
	const ranked = countries.filter(({ country }) => drawn.has(country));
	const column = useColumn(map, ranked.length, 0, (index) => {
		const picked = ranked[index]?.country;
		if (picked !== undefined) onPick?.(picked);
	});
	const read = column.isByKey && column.at !== undefined ? ranked[column.at]?.country : over;
	const shape = read === undefined ? undefined : drawn.get(read);
	const text =
		read === undefined
			? ""
			: `${regionName(read, locale)}: ${countText(values.get(read) ?? 0, locale)} ${counted}`;
	const elsewhere = countries.length - ranked.length;
	const scale = size.width / MAP_WIDTH;

	return (
		<figure class={joined(css["figure"], isStale && css["stale"])} aria-busy={isStale}>
			<div
				class={css["map"]}
				ref={map}
				role="application"
				aria-label={label}
				aria-description={words.plotHelp}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read it.
				tabIndex={0}
				onKeyDown={column.handlers.onKeyDown}
				onBlur={column.handlers.onBlur}
				onPointerLeave={() => setOver(undefined)}
			>
				<svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
					{shapes.map(({ country, path }) => {
						const value = country === undefined ? 0 : (values.get(country) ?? 0);
						return (
							// biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do it on the map.
							<path
								key={path}
								class={joined(
									css["country"],
									read !== undefined && read === country && css["read"],
								)}
								d={path}
								data-level={levelOf(value, max)}
								data-country={country}
								onPointerEnter={() => setOver(value > 0 ? country : undefined)}
								onClick={() => country !== undefined && value > 0 && onPick?.(country)}
							/>
						);
					})}
					{shape && <path class={css["outline"]} d={shape.path} />}
				</svg>
				{shape && <MapTooltip text={text} plot={size} shape={shape} scale={scale} />}
			</div>
			<figcaption class={css["caption"]}>
				<span class={css["scale"]} aria-hidden="true">
					{words.less}
					{Array.from({ length: HEAT_LEVELS }, (_, level) => (
						<i key={level} data-level={level} />
					))}
					{words.more}
				</span>
				{elsewhere > 0 && <span>{words.notOnMap(elsewhere)}</span>}
			</figcaption>
			<Hidden>
				<span role="status">{column.isByKey ? text : ""}</span>
			</Hidden>
		</figure>
	);
};

interface MapTooltipProps {
	text: string;
	plot: { width: number; height: number };
	shape: CountryShape;
	/** Page pixels per drawing unit. */
	scale: number;
}

/** Assumed size of the tooltip's text: measuring would take a second render. */
const CHARACTER_PX = 7;
const PADDING_PX = 20;
const TOOLTIP_PX = 34;
/** Distance from the centre of a country: beside it, or well inside it if it is large. */
const NEAR_PX = 10;
const FAR_PX = 60;

const MapTooltip = ({ text, plot, shape, scale }: MapTooltipProps) => {
	const size = { width: text.length * CHARACTER_PX + PADDING_PX, height: TOOLTIP_PX };
	const gap = NEAR_PX + Math.min(FAR_PX, (shape.width / 2) * scale);
	const { left, top } = placeTooltip(plot, size, shape.x * scale, [shape.y * scale], gap);
	return (
		<span
			class={css["tooltip"]}
			aria-hidden="true"
			style={{ translate: `${Math.round(left)}px ${Math.round(top)}px` }}
		>
			{text}
		</span>
	);
};
