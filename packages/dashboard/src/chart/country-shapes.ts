import { geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import world from "world-atlas/countries-110m.json" with { type: "json" };

export const MAP_WIDTH = 960;
export const MAP_HEIGHT = 424;

export interface CountryShape {
	/** ISO 3166-1 alpha-2; `undefined` for areas that have none. */
	country: string | undefined;
	path: string;
	/** The middle of its area. */
	x: number;
	y: number;
	width: number;
}

interface Named {
	name: string;
}

/** Areas with a code that is in use but not in the standard. */
const CODES: Record<string, string> = { Kosovo: "XK" };
const ANTARCTICA = "010";

/** `DE` for `276`: a language tag with the number of a region is written with its letters. */
const letters = (id: string | number): string | undefined =>
	new Intl.Locale(`und-${String(id).padStart(3, "0")}`).region;

let shapes: CountryShape[] | undefined;

/** The countries of the world in a drawing of {@link MAP_WIDTH} × {@link MAP_HEIGHT}. */
export const countryShapes = (): readonly CountryShape[] => {
	if (shapes) return shapes;
	const topology = world as unknown as Topology<{ countries: GeometryCollection<Named> }>;
	const { features } = feature(topology, topology.objects.countries);
	const land = features.filter(({ id }) => id !== ANTARCTICA);
	const projection = geoEqualEarth().fitExtent(
		[
			[2, 2],
			[MAP_WIDTH - 2, MAP_HEIGHT - 2],
		],
		{ type: "FeatureCollection", features: land },
	);
	const draw = geoPath(projection).digits(1);
	shapes = land.map((area) => {
		const [x, y] = draw.centroid(area);
		const [[left], [right]] = draw.bounds(area);
		return {
			country: area.id === undefined ? CODES[area.properties.name] : letters(area.id),
			path: draw(area) ?? "",
			x,
			y,
			width: right - left,
		};
	});
	return shapes;
};
