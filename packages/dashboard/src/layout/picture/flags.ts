import type { Shape } from "./picture.ts";

const COLOURS: Readonly<Record<string, string>> = {
	k: "#111",
	w: "#fff",
	r: "#d52b33",
	g: "#0b8a45",
	b: "#1450a8",
	n: "#0d2a66",
	c: "#5aaee6",
	y: "#fecb1d",
	o: "#f58220",
	m: "#80203a",
};

/**
 * Flags as a row of shapes, each a letter and its colours. All over: `h` and `v` stripes. At the hoist: `t` a triangle,
 * `l` a band, `q` and `Q` a canton, with `S` a star in it, `C` a cross, `i` with many, or `U` the Union Flag (`G` all over). In the middle: `c` a disc,
 * `e` a small one, `s` a star, `m` a crescent, `D` a diamond. Through the whole: `x` a Nordic cross with its core, `X` a
 * saltire, `+` a short and `p` a full cross, `d` a bar from below.
 */
const FLAGS = `
AD vbyr em|AE hgwk lr|AF vkrg ew|AG fr Dw ec|AL fr ck|AM hrbo|AO hrk ey|AR hcwc ey|AT hrwr|AU fn U sw|AX fb xyr
AZ hcrg mw|BA fb Dy|BB vbyb ek|BD fg cr|BE vkyr|BF hrg sy|BG hwgr|BH fr lw|BI vgg Xw cw|BJ hyr lg|BN fy dw|BO hryg
BR fg Dy cb|BS hcyc tk|BT hyo dw|BW hccwkwcc|BY hrrg|BZ hrbbbr cw|CA vrwwr sr|CD fc dr|CF hbwgy er|CG vgg dy
CH fr +w|CI vowg|CL hwr Qb Sw|CM vgry sy|CN fr Sy|CO hyybr|CR hbwrrwb|CU hbwbwb tr Sw|CV hbbbwrwb|CY fw eo|CZ hwr tb
DE hkry|DJ hcg tw|DK fr xw|DM fg pw cr|DO hbr pw|DZ vgw mr|EC hyybr em|EE hbkw|EG hrwk ey|EH hkwg tr|ER hgc tr|ES hryyr em
ET hgyr cb|FI fw xb|FJ fc U ew|FK fn U ew|FM fc sw|FO fw xbr|FR vbwr|GA hgyb|GB fn G|GD hrggr cy|GE fw pr|GF hgy sr
GH hryg sk|GL hwr cr|GM hrrwbbwgg|GN vryg|GP vbwr|GQ hgwr tb|GR hbwbwbwbwb Qb Cw|GT vcwc eg|GW hyg lr Sk|GY fg ty
HK fr sw|HN hbwb ec|HR hrwb er|HT hbr ew|HU hrwg|ID hrw|IE vgwo|IL hwbwwwwwbw sb|IM fr sw|IN howg eb|IQ hrwk eg
IR hgwr er|IS fb xwr|IT vgwr|JM hgk Xy|JO hkwg tr|JP fw cr|KE hkkwrrwgg er|KG fr cy|KH hbrrb cw|KM hywrb tg|KN fg dk
KP hbwrrrrwb ew|KR fw cr Hb|KW hgwr tk|KY fn U ew|KZ fc cy|LA hrbbr cw|LB hrwwr sg|LC fc Dy|LI hbr Sy|LK fy em
LR hrwrwrwrwrwr Qb Sw|LS hbwg ek|LT hygr|LU hrwc|LV hmmwmm|LY hrkkg mw|MA fr sg|MC hrw|MD vbyr em|ME fr cy|MG hrg lw
MH fb do|MK fr Xy cy|ML vgyr|MM hygr sw|MN vrbr Sy|MO fg sw|MR fg my|MS fn U|MT vwr|MU hrbyg|MV fr mg|MW hkrg er
MX vgwr em|MY hrwrwrwrw qn Sy|MZ hgkky tr|NA hbg dr|NC hbrg ly|NE howg eo|NF vgwg eg|NG vgwg|NI hbwb ey|NL hrwb|NO fr xwn
NP fr ew|NR hnyn|NU fy U|NZ fn U sr|OM hwrg lr|PA hwr sb|PE vrwr|PF hrwwr eo|PG hrk dy|PH hbr tw|PK fg lw mw|PL hwr
PM vbwr|PN fn U|PR hrwrwr tb Sw|PS hkwg tr|PT vggrrr ey|PW fc cy|PY hrwb ey|QA fm lw|RE vbwr|RO vbyr|RS hrbw|RU hwbr
RW hccyg|SA fg ew|SB hbg dy|SC hbyrwg|SD hrwk tg|SE fb xy|SG hrw|SH fn U|SI hwbr|SJ fr xwn|SK hwbr er|SL hgwb|SM hwc ey
SN vgyr eg|SO fc sw|SR hgwrrwg sy|SS hkwrrwg tb|ST hgyyg tr|SV hbwb eg|SY hgwk er|SZ hbyrryb ew|TC fn U|TD vbyr|TF vbwr
TG hgygyg Qr Sw|TH hrwbbwr|TJ hrwwg ey|TK fn sy|TL fr tk Sw|TM fg mw|TN fr cw mr|TO fr Qw Cr|TR fr mw|TT fr dk|TV fc U
TW fr Qb Sw|TZ hgc dk|UA hby|UG hkyrkyr cw|US hrwrwrwrwrwrw qn iw|UY hwbwbwbwbw Qw Sy|UZ hcwg|VA vyw|VC vbyg eg|VE hybr ew
VG fn U|VI fw ey|VN fr sy|VU hrg tk|WF vbwr|WS fr Qn Sw|XK fb cy|YE hrwk|YT vbwr|ZA hrrwggwbb tk|ZM fg eo|ZW hgyrkryg tw`;

const specs = new Map(
	FLAGS.trim()
		.split(/[|\n]/)
		.map((line) => [line.slice(0, 2), line.slice(3)]),
);

/** The countries that have a drawn flag. */
export const FLAG_CODES: readonly string[] = [...specs.keys()];

/** The box of a flag within the picture of 16 units. */
const TOP = 2;
const WIDTH = 16;
const HEIGHT = 12;

const rectangle = (x: number, y: number, width: number, height: number) =>
	`M${x} ${y + TOP}h${width}v${height}h${-width}z`;
const polygon = (...points: number[]) =>
	`M${points.map((value, index) => (index % 2 === 0 ? value : value + TOP)).join(" ")}z`;
const disc = (x: number, y: number, radius: number) =>
	`M${x - radius} ${y + TOP}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
const star = (x: number, y: number, radius: number) =>
	polygon(
		...Array.from({ length: 10 }, (_, index) => {
			const angle = (index * Math.PI) / 5;
			const length = index % 2 === 0 ? radius : radius * 0.4;
			return [x + length * Math.sin(angle), y - length * Math.cos(angle)];
		})
			.flat()
			.map((value) => Math.round(value * 100) / 100),
	);
/** Open to the fly. */
const CRESCENT = `M9.5 ${5 + TOP - 1.6}a3.2 3.2 0 1 0 0 5.2a3 3 0 1 1 0 -5.2z`;
const SALTIRE =
	polygon(0, 0, 2, 0, 16, 10.5, 16, 12, 14, 12, 0, 1.5) +
	polygon(16, 0, 14, 0, 0, 10.5, 0, 12, 2, 12, 16, 1.5);

const stripes = (colours: string, isAcross: boolean): Shape[] =>
	[...colours].map((colour, index, { length }) => ({
		d: isAcross
			? rectangle(0, (index * HEIGHT) / length, WIDTH, HEIGHT / length)
			: rectangle((index * WIDTH) / length, 0, WIDTH / length, HEIGHT),
		fill: COLOURS[colour],
	}));

const cross = (colours: string): Shape[] =>
	[...colours].map((colour, index) => {
		const width = index === 0 && colours.length > 1 ? 3.4 : index === 0 ? 2.4 : 1.5;
		return {
			d: rectangle(5.8 - width / 2, 0, width, HEIGHT) + rectangle(0, 6 - width / 2, WIDTH, width),
			fill: COLOURS[colour],
		};
	});

/** The Union Flag in a canton, or all over. */
const unionFlag = (scale: number): Shape[] => {
	const scaled = (...values: number[]) => values.map((value) => value * scale);
	const bars = (width: number) => {
		const [x = 0, y = 0, thin = 0, long = 0, high = 0] = scaled(
			4 - width / 2,
			3 - width / 2,
			width,
			8,
			6,
		);
		return rectangle(x, 0, thin, high) + rectangle(0, y, long, thin);
	};
	return [
		{
			d:
				polygon(...scaled(0, 0, 1, 0, 8, 5.2, 8, 6, 7, 6, 0, 0.8)) +
				polygon(...scaled(8, 0, 7, 0, 0, 5.2, 0, 6, 1, 6, 8, 0.8)),
			fill: COLOURS["w"],
		},
		{ d: bars(2), fill: COLOURS["w"] },
		{ d: bars(1.1), fill: COLOURS["r"] },
	];
};

/** Too many stars to draw. */
const DOTS = Array.from({ length: 12 }, (_, index) =>
	rectangle(0.8 + (index % 4) * 1.9, 0.8 + Math.floor(index / 4) * 2, 0.9, 0.9),
).join("");

/** The outline of each shape that has one colour. */
const OUTLINES: Readonly<Record<string, string>> = {
	f: rectangle(0, 0, WIDTH, HEIGHT),
	t: polygon(0, 0, 7, 6, 0, 12),
	l: rectangle(0, 0, 4, HEIGHT),
	q: rectangle(0, 0, 8, 6.5),
	Q: rectangle(0, 0, 6, 6),
	i: DOTS,
	S: star(3, 3.2, 2.6),
	C: rectangle(2.3, 0, 1.4, 6) + rectangle(0, 2.3, 6, 1.4),
	c: disc(8, 6, 3.4),
	H: "M4.6 8a3.4 3.4 0 0 0 6.8 0z",
	e: disc(8, 6, 1.8),
	s: star(8, 6.3, 3.6),
	m: CRESCENT,
	D: polygon(8, 1, 15, 6, 8, 11, 1, 6),
	X: SALTIRE,
	"+": rectangle(6.8, 2, 2.4, 8) + rectangle(4, 4.8, 8, 2.4),
	p: rectangle(7, 0, 2, HEIGHT) + rectangle(0, 5, WIDTH, 2),
	d: polygon(0, 12, 0, 9.6, 12.8, 0, 16, 0, 16, 2.4, 3.2, 12),
};

const shapesOf = (part: string): readonly Shape[] => {
	const kind = part.charAt(0);
	const colours = part.slice(1);
	if (kind === "h" || kind === "v") return stripes(colours, kind === "h");
	if (kind === "x") return cross(colours);
	if (kind === "U" || kind === "G") return unionFlag(kind === "U" ? 1 : 2);
	return [{ d: OUTLINES[kind] ?? "", fill: COLOURS[colours] }];
};

/** The flag of a country; undefined if it has none here. @param code ISO 3166-1 */
export const flagOf = (code: string): readonly Shape[] | undefined =>
	specs.get(code)?.split(" ").flatMap(shapesOf);
