import type { Page } from "playwright-core";

/** A colour that a canvas shows, and its contrast with what lies behind the canvas. */
export interface ShownColour {
	colour: string;
	pixels: number;
	contrast: number;
}

/** Runs inside the page: the visible colours of these canvases. */
const coloursOf = (selector: string): ShownColour[] => {
	const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) => {
		const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
			const part = channel / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const channels = (colour: string): number[] => {
		const one = document.createElement("canvas").getContext("2d");
		if (!one) throw new Error("no canvas");
		one.fillStyle = colour;
		one.fillRect(0, 0, 1, 1);
		return [...one.getImageData(0, 0, 1, 1).data];
	};
	const backgroundOf = (element: Element | null): number[] => {
		if (!element) return [255, 255, 255];
		const [red = 0, green = 0, blue = 0, alpha] = channels(
			getComputedStyle(element).backgroundColor,
		);
		return alpha === 255 ? [red, green, blue] : backgroundOf(element.parentElement);
	};
	/** Whether a colour results from the edge of a line over another line: a mixture of the two. */
	const isMixed = (colour: number[], one: number[], other: number[]): boolean => {
		const span = one.map((channel, at) => (other[at] ?? 0) - channel);
		const length = span.reduce((sum, channel) => sum + channel ** 2, 0);
		if (length === 0) return false;
		const way = colour.map((channel, at) => channel - (one[at] ?? 0));
		const share = way.reduce((sum, channel, at) => sum + channel * (span[at] ?? 0), 0) / length;
		const isBetween = share > 0.02 && share < 0.98;
		return isBetween && way.every((channel, at) => Math.abs(channel - share * (span[at] ?? 0)) < 4);
	};
	return [...document.querySelectorAll<HTMLCanvasElement>(selector)].flatMap((canvas) => {
		if (canvas.width === 0 || canvas.height === 0) return [];
		const behind = luminance(backgroundOf(canvas));
		const style = getComputedStyle(canvas);
		const chosen = (name: string) => channels(style.getPropertyValue(name)).slice(0, 3).join();
		const grid = ["--chart-grid", "--chart-zero"].map(chosen);
		const drawn = ["1", "2", "3", "4", "5", "6", "prev"].map((name) => chosen(`--chart-${name}`));
		const pixels = new Map<string, number>();
		const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
		if (!data) throw new Error("no pixels");
		for (let at = 0; at < data.length; at += 4) {
			if (data[at + 3] !== 255) continue;
			const colour = data.slice(at, at + 3).join();
			pixels.set(colour, (pixels.get(colour) ?? 0) + 1);
		}
		const parts = (colour: string) => colour.split(",").map(Number);
		const isEdge = (colour: string, count: number) => {
			// A dotted line may have more of these than of its own colour.
			const stronger = [...pixels]
				.filter(([name, more]) => more > count || drawn.includes(name))
				.map(([name]) => parts(name));
			const below = [...stronger, ...grid.map(parts)];
			return stronger.some((line) => below.some((other) => isMixed(parts(colour), line, other)));
		};
		return [...pixels]
			.filter(([colour, count]) => count >= 40 && !grid.includes(colour))
			.filter(([colour, count]) => !isEdge(colour, count))
			.map(([colour, count]) => {
				const own = luminance(parts(colour));
				const [light, dark] = own > behind ? [own, behind] : [behind, own];
				return { colour, pixels: count, contrast: (light + 0.05) / (dark + 0.05) };
			});
	});
};

/**
 * The visible colours of the canvases in `selector`, except those of the grid, which is decoration. Mixtures at the
 * edges of lines are left out.
 */
export const canvasColours = async (page: Page, selector: string): Promise<ShownColour[]> => {
	await page.locator(`${selector} canvas`).first().waitFor();
	return page.evaluate(coloursOf, `${selector} canvas`);
};

/** Code for the same in any browser. */
export const colourCode = (selector: string): string =>
	`(${coloursOf})(${JSON.stringify(`${selector} canvas`)})`;

/** As {@link canvasColours}, of all canvases; empty without one. */
export const shownCanvasColours = (page: Page): Promise<ShownColour[]> =>
	page.evaluate(coloursOf, "canvas");
