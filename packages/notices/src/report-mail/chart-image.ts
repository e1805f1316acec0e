import { PNG } from "pngjs";
import type { ChartPoint } from "./report-mail-content.ts";

/** As mails show it, in CSS pixels; the image has twice as many, for dense screens. */
export const CHART_SIZE = { width: 536, height: 120 } as const;

const SCALE = 2;
const MARGIN = 6 * SCALE;

type Colour = readonly [red: number, green: number, blue: number];
/** Each has a contrast of at least 3:1 on the white and on the dark surface of the mail. */
const LINE: Colour = [0x43, 0x78, 0xee];
const BEFORE: Colour = [0x7f, 0x88, 0x94];
const GRID: Colour = [0x86, 0x90, 0x9c];

interface Point {
	x: number;
	y: number;
}

/** A canvas without a background: the mail's own shows through in both schemes. */
const createCanvas = (width: number, height: number) => {
	const image = new PNG({ width, height });
	const { data } = image;
	const blend = (x: number, y: number, [red, green, blue]: Colour, alpha: number): void => {
		if (x < 0 || y < 0 || x >= width || y >= height || alpha <= 0) return;
		const at = (y * width + x) * 4;
		const below = (data[at + 3] ?? 0) / 255;
		const whole = alpha + below * (1 - alpha);
		const mixed = (own: number, under: number) =>
			Math.round((own * alpha + under * below * (1 - alpha)) / whole);
		data[at] = mixed(red, data[at] ?? 0);
		data[at + 1] = mixed(green, data[at + 1] ?? 0);
		data[at + 2] = mixed(blue, data[at + 2] ?? 0);
		data[at + 3] = Math.round(whole * 255);
	};
	return {
		blend,
		encoded: () => PNG.sync.write(image, { deflateLevel: 9 }),
	};
};
type Canvas = ReturnType<typeof createCanvas>;

/** A line of dashes, or a whole one; each pixel is covered once, also where two pieces meet. */
const drawLine = (
	{ blend }: Canvas,
	points: readonly Point[],
	{ colour, width, dash }: { colour: Colour; width: number; dash?: { on: number; off: number } },
): void => {
	const covered = new Map<number, number>();
	const radius = width / 2;
	let travelled = 0;
	for (const [index, to] of points.slice(1).entries()) {
		const from = points[index] as Point;
		const [dx, dy] = [to.x - from.x, to.y - from.y];
		const length = Math.hypot(dx, dy);
		const left = Math.floor(Math.min(from.x, to.x) - radius - 1);
		const right = Math.ceil(Math.max(from.x, to.x) + radius + 1);
		for (let x = left; x <= right; x++) {
			// Only the rows near the line, or a steep piece would take as long as its whole rectangle.
			const start = Math.min(1, Math.max(0, (x - radius - 1 - from.x) / (dx || 1)));
			const end = Math.min(1, Math.max(0, (x + radius + 1 - from.x) / (dx || 1)));
			const [one, other] = dx === 0 ? [from.y, to.y] : [from.y + start * dy, from.y + end * dy];
			const bottom = Math.ceil(Math.max(one, other) + radius + 1);
			for (let y = Math.floor(Math.min(one, other) - radius - 1); y <= bottom; y++) {
				const share =
					length === 0
						? 0
						: Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length ** 2));
				const distance = Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
				const alpha = Math.min(1, radius + 0.5 - distance);
				if (alpha <= 0) continue;
				if (dash && (travelled + share * length) % (dash.on + dash.off) > dash.on) continue;
				const key = y * 65_536 + x;
				covered.set(key, Math.max(covered.get(key) ?? 0, alpha));
			}
		}
		travelled += length;
	}
	for (const [key, alpha] of covered) blend(key % 65_536, Math.floor(key / 65_536), colour, alpha);
};

const drawDot = (canvas: Canvas, point: Point): void =>
	drawLine(canvas, [point, point], { colour: LINE, width: 6 * SCALE });

/** Slanted lines over the days that another product counted. */
const drawHatch = ({ blend }: Canvas, left: number, right: number, height: number): void => {
	for (let x = Math.max(0, Math.round(left)); x < right; x++)
		for (let y = MARGIN; y < height - MARGIN; y++)
			if ((x + y) % (6 * SCALE) < SCALE) blend(x, y, GRID, 0.35);
};

/** A round number of people above all others, so that the highest gridline means something. */
export const chartTop = (points: readonly ChartPoint[]): number => {
	const most = Math.max(1, ...points.flatMap(({ people, previous }) => [people, previous ?? 0]));
	const step = 10 ** Math.floor(Math.log10(most));
	const factor = [1, 2, 4, 5, 8, 10].find((one) => one * step >= most) ?? 10;
	return Math.max(2, factor * step);
};

/**
 * The people of each bucket as a line, and those of the period before as a dashed one, on a zero line, as a PNG
 * without texts: the mail writes them beside it.
 */
export const chartImage = (points: readonly ChartPoint[]): Buffer => {
	const [width, height] = [CHART_SIZE.width * SCALE, CHART_SIZE.height * SCALE];
	const canvas = createCanvas(width, height);
	const top = chartTop(points);
	const last = Math.max(1, points.length - 1);
	const at = (index: number, value: number): Point => ({
		x: points.length === 1 ? width / 2 : MARGIN + ((width - 2 * MARGIN) * index) / last,
		y: height - MARGIN - ((height - 2 * MARGIN) * value) / top,
	});
	const halfStep = (width - 2 * MARGIN) / last / 2;
	for (const [index, { isImported }] of points.entries())
		if (isImported) {
			const { x } = at(index, 0);
			drawHatch(canvas, x - halfStep, x + halfStep, height);
		}
	for (const share of [0, 0.5, 1]) {
		const y = Math.round(height - MARGIN - (height - 2 * MARGIN) * share);
		for (let x = 0; x < width; x++)
			for (let row = 0; row < SCALE; row++)
				canvas.blend(x, y + row, GRID, share === 0 ? 0.9 : 0.28);
	}
	const before = points.flatMap(({ previous }, index) =>
		previous === null ? [] : [at(index, previous)],
	);
	drawLine(canvas, before, {
		...{ colour: BEFORE, width: 1.5 * SCALE },
		dash: { on: 3 * SCALE, off: 4 * SCALE },
	});
	const line = points.map(({ people }, index) => at(index, people));
	drawLine(canvas, line, { colour: LINE, width: 2 * SCALE });
	if (line.length <= 7) for (const point of line) drawDot(canvas, point);
	return canvas.encoded();
};
