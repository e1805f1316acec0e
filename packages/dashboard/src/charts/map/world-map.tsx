import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { HEAT_LEVELS, heatLevel } from "../../format/heat.ts";
import { joined } from "../../ui/class-names.ts";
import type { ChartWords } from "../shared/chart-words.ts";
import { Hidden } from "../shared/hidden.tsx";
import { isTouch, useColumn } from "../shared/use-column.ts";
import { useSize } from "../shared/use-size.ts";
import { countryAt, REACH_PX } from "./country-at.ts";
import { type CountryValue, countryReading, spokenCountry } from "./country-reading.ts";
import { type CountryShape, countryShapes, MAP_HEIGHT, MAP_WIDTH } from "./country-shapes.ts";
import { MapTooltip } from "./map-tooltip.tsx";
import css from "./world-map.module.css";

export interface WorldMapProps {
	/** Sorted by count, largest first. */
	countries: readonly CountryValue[];
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

/** Radius of a country without an outline, in pixels. */
const POINT_PX = 4;

/** The country that the pointer is on. The first touch of a country reads it, the second one picks it. */
const usePointed = (
	map: RefObject<HTMLElement | null>,
	targets: Parameters<typeof countryAt>[1],
	onPick: (country: string) => void,
) => {
	const [over, setOver] = useState<{ country: string; isTouched: boolean } | undefined>();
	const found = (event: MouseEvent) => {
		const { left, top } = map.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
		const below = event.target instanceof SVGElement ? event.target.dataset["country"] : undefined;
		const reach = isTouch(event) ? REACH_PX.touch : REACH_PX.mouse;
		return countryAt({ x: event.clientX - left, y: event.clientY - top }, targets, reach, below);
	};
	const point = (event: MouseEvent) => {
		const country = found(event);
		setOver(country === undefined ? undefined : { country, isTouched: isTouch(event) });
	};
	return {
		over,
		leave: () => setOver(undefined),
		handlers: {
			onPointerMove: (event: PointerEvent) => {
				if (!isTouch(event)) point(event);
			},
			onPointerLeave: (event: PointerEvent) => {
				if (!isTouch(event)) setOver(undefined);
			},
			onClick: (event: MouseEvent) => {
				const country = found(event);
				if (country !== undefined && (!isTouch(event) || country === over?.country))
					onPick(country);
				else point(event);
			},
		},
	};
};

interface CountriesProps {
	shapes: readonly CountryShape[];
	values: ReadonlyMap<string, CountryValue>;
	/** The country that is read. */
	read: string | undefined;
	scale: number;
}

/** The outlines, and points for countries without one that have sessions. */
const Countries = ({ shapes, values, read, scale }: CountriesProps) => {
	const max = Math.max(0, ...Array.from(values.values(), ({ value }) => value));
	const radius = scale > 0 ? POINT_PX / scale : 0;
	const outline = (shape: CountryShape) =>
		shape.path === "" ? { cx: shape.x, cy: shape.y, r: radius } : { d: shape.path };
	const chosen = shapes.find(({ country }) => country !== undefined && country === read);
	return (
		<svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
			{shapes.map((shape) => {
				const { country, path, x, y } = shape;
				const value = (country !== undefined && values.get(country)?.value) || 0;
				if (path === "" && value === 0) return null;
				const Mark = path === "" ? "circle" : "path";
				return (
					<Mark
						key={path || `${x} ${y}`}
						class={css["country"]}
						{...outline(shape)}
						data-level={levelOf(value, max)}
						data-country={country}
					/>
				);
			})}
			{chosen &&
				(chosen.path === "" ? (
					<circle class={css["outline"]} {...outline(chosen)} />
				) : (
					<path class={css["outline"]} d={chosen.path} />
				))}
		</svg>
	);
};

/** Sessions by country, darker for more. Arrow keys move through the countries from most to fewest sessions. */
export const WorldMap = (props: WorldMapProps) => {
	const { countries, counted, label, onPick, isStale = false, locale, words } = props;
	const map = useRef<HTMLDivElement>(null);
	const size = useSize(map);
	const scale = size.width / MAP_WIDTH;
	const values = new Map(countries.map((one) => [one.country, one]));
	const shapes = countryShapes();
	const drawn = new Map(shapes.flatMap((shape) => (shape.country ? [[shape.country, shape]] : [])));
	const placeOf = (country: string) => {
		const { x, y, width } = drawn.get(country) ?? { x: 0, y: 0, width: 0 };
		return { country, x: x * scale, y: y * scale, width: width * scale };
	};
	const ranked = countries.filter(({ country }) => drawn.has(country));
	const pick = (country: string | undefined) => {
		if (country !== undefined && (values.get(country)?.value ?? 0) > 0) onPick?.(country);
	};
	const column = useColumn(map, ranked.length, {
		start: 0,
		onPick: (index) => pick(ranked[index]?.country),
	});
	const pointed = usePointed(
		map,
		ranked.map(({ country }) => placeOf(country)),
		pick,
	);
	const byKey = column.at === undefined ? undefined : ranked[column.at]?.country;
	const read = byKey ?? pointed.over?.country;
	const reading =
		read === undefined ? undefined : countryReading(read, values.get(read), { counted, locale });
	const elsewhere = countries.length - ranked.length;

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
				style={{ aspectRatio: `${MAP_WIDTH} / ${MAP_HEIGHT}` }}
				onKeyDown={column.handlers.onKeyDown}
				onBlur={() => {
					column.handlers.onBlur();
					pointed.leave();
				}}
				{...pointed.handlers}
			>
				<Countries shapes={shapes} values={values} read={read} scale={scale} />
				{reading && read !== undefined && (
					<MapTooltip
						reading={reading}
						hint={
							pointed.over?.isTouched && onPick && values.has(read) ? words.tapAgain : undefined
						}
						plot={size}
						at={placeOf(read)}
						words={words}
					/>
				)}
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
				<span role="status">{reading && byKey ? spokenCountry(reading, words) : ""}</span>
			</Hidden>
		</figure>
	);
};
