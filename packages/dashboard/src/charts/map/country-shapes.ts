import { type ExtendedFeatureCollection, type GeoProjection, geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import world from "world-atlas/countries-110m.json" with { type: "json" };

export const MAP_WIDTH = 960;
/** Down to Cape Horn. */
export const MAP_HEIGHT = 434;

export interface CountryShape {
	/** ISO 3166-1 alpha-2; `undefined` for areas without a code. */
	country: string | undefined;
	path: string;
	/** The centre of its area. */
	x: number;
	y: number;
	/** Zero for a country that is too small for an outline. */
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

/** Countries that the outlines lack because they are too small: code, latitude and longitude, whole where none is near. */
const POINTS = `
AD42.5,1.5 AG17,-61.8 AI18.2,-63 AS-14,-171 AW12.5,-70 AX60,20 BB13.2,-59.5 BH26,50.5 BL17.9,-62.8 BM32,-65
BQ12.2,-68.3 CC-12,97 CK-21,-160 CV15,-24 CW12.2,-69 CX-10,106 DM15.4,-61.4 FM7,158 FO62,-7
GD12.1,-61.7 GF4,-53 GG49.5,-2.6 GI36.1,-5.3 GP16.2,-61.5 GU13,145 HK22,114 IM54.2,-4.5 IO-7,72
JE49.2,-2.1 KI1,173 KM-12,44 KN17.3,-62.7 KY19.3,-81.3 LC13.9,-61 LI47.2,9.5 MC43.7,7.4 MF18.1,-63.1 MH7,171
MO22,113 MP15,146 MQ14.6,-61 MS16.7,-62.2 MT35.9,14.4 MU-20,58 MV3,73 NF-29,168 NR0,167
NU-19,-170 PF-18,-149 PM47,-56 PN-25,-130 PW8,135 RE-21,56 SC-5,56 SG1.4,103.8 SH-16,-6
SM43.9,12.5 ST0,7 SX18,-63.1 TC21.8,-71.8 TK-9,-172 TO-21,-175 TV-8,179 VA41.9,12.4 VC13.2,-61.2
VG18.4,-64.6 VI18.3,-64.9 WF-13,-176 WS-14,-172 YT-13,45`;

/** `DE` by 276. */
const lettersByNumber = (): ReadonlyMap<number, string> =>
	new Map(
		NUMBERED.trim()
			.split(/\s/)
			.map((one) => [Number(one.slice(2)), one.slice(0, 2)]),
	);

/** The meridian of the Bering Strait is at the edge, so that no continent is cut. */
const CENTRE_LONGITUDE = 11;
/** North of it there is nearly nobody. */
const NORTH = 79;

/** The given places over the width of the drawing. */
const fittedProjection = (places: ExtendedFeatureCollection): GeoProjection => {
	const projection = geoEqualEarth().rotate([-CENTRE_LONGITUDE, 0]).fitWidth(MAP_WIDTH, places);
	const [x, y] = projection.translate();
	const [, top] = projection([CENTRE_LONGITUDE, NORTH]) ?? [0, 0];
	return projection.translate([x, y - top]);
};

let shapes: CountryShape[] | undefined;

/** The countries of the world in a drawing of {@link MAP_WIDTH} × {@link MAP_HEIGHT}. */
export const countryShapes = (): readonly CountryShape[] => {
	if (shapes) return shapes;
	const topology = world as unknown as Topology<{ countries: GeometryCollection<Named> }>;
	const { features } = feature(topology, topology.objects.countries);
	const land = features.filter(({ id }) => id !== ANTARCTICA);
	const points = POINTS.trim()
		.split(/\s/)
		.map((one) => {
			const [latitude = 0, longitude = 0] = one.slice(2).split(",").map(Number);
			return { country: one.slice(0, 2), coordinates: [longitude, latitude] as [number, number] };
		});
	const ends = points.map(({ coordinates }) => coordinates);
	const projection = fittedProjection({
		type: "FeatureCollection",
		features: [
			...land,
			{ type: "Feature", properties: null, geometry: { type: "MultiPoint", coordinates: ends } },
		],
	});
	const codes = lettersByNumber();
	const draw = geoPath(projection).digits(1);
	const areas = land.map((area): CountryShape => {
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
	const tiny = points.map(({ country, coordinates }): CountryShape => {
		const [x, y] = projection(coordinates) ?? [0, 0];
		return { country, path: "", x, y, width: 0 };
	});
	shapes = [...areas, ...tiny];
	return shapes;
};
