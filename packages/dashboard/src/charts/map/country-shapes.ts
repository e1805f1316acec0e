import { geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import world from "world-atlas/countries-110m.json" with { type: "json" };

export const MAP_WIDTH = 960;
export const MAP_HEIGHT = 424;

export interface CountryShape {
	/** ISO 3166-1 alpha-2; `undefined` for areas without a code. */
	country: string | undefined;
	path: string;
	/** The centre of its area. */
	x: number;
	y: number;
	width: number;
}

interface Named {
	name: string;
}

/** Areas with a code that is used but not in the standard. */
const CODES: Record<string, string> = { Kosovo: "XK" };
const ANTARCTICA = "010";

/** Letters and number of each country on the map, by ISO 3166-1. Not every browser's `Intl` maps one to the other. */
const NUMBERED = `
AF4 AL8 DZ12 AO24 AZ31 AR32 AU36 AT40 BS44 BD50 AM51 BE56 BT64 BO68 BA70 BW72 BR76 BZ84 SB90 BN96 BG100 MM104
BI108 BY112 KH116 CM120 CA124 CF140 LK144 TD148 CL152 CN156 TW158 CO170 CG178 CD180 CR188 HR191 CU192 CY196
CZ203 BJ204 DK208 DO214 EC218 SV222 GQ226 ET231 ER232 EE233 FK238 FJ242 FI246 FR250 TF260 DJ262 GA266 GE268
GM270 PS275 DE276 GH288 GR300 GL304 GT320 GN324 GY328 HT332 HN340 HU348 IS352 IN356 ID360 IR364 IQ368 IE372
IL376 IT380 CI384 JM388 JP392 KZ398 JO400 KE404 KP408 KR410 KW414 KG417 LA418 LB422 LS426 LV428 LR430 LY434
LT440 LU442 MG450 MW454 MY458 ML466 MR478 MX484 MN496 MD498 ME499 MA504 MZ508 OM512 NA516 NP524 NL528 NC540
VU548 NZ554 NI558 NE562 NG566 NO578 PK586 PA591 PG598 PY600 PE604 PH608 PL616 PT620 GW624 TL626 PR630 QA634
RO642 RU643 RW646 SA682 SN686 RS688 SL694 SK703 VN704 SI705 SO706 ZA710 ZW716 ES724 SS728 SD729 EH732 SR740
SZ748 SE752 CH756 SY760 TJ762 TH764 TG768 TT780 AE784 TN788 TR792 TM795 UG800 UA804 MK807 EG818 GB826 TZ834
US840 BF854 UY858 UZ860 VE862 YE887 ZM894`;

/** `DE` by 276. */
const lettersByNumber = (): ReadonlyMap<number, string> =>
	new Map(
		NUMBERED.trim()
			.split(/\s/)
			.map((one) => [Number(one.slice(2)), one.slice(0, 2)]),
	);

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
	const codes = lettersByNumber();
	const draw = geoPath(projection).digits(1);
	shapes = land.map((area) => {
		const [x, y] = draw.centroid(area);
		const [[left], [right]] = draw.bounds(area);
		return {
			country: area.id === undefined ? CODES[area.properties.name] : codes.get(Number(area.id)),
			path: draw(area) ?? "",
			x,
			y,
			width: right - left,
		};
	});
	return shapes;
};
