import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tokens = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

const luminance = (colour: string): number => {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** The values of a token in the light scheme, and in the dark one, which is defined twice. */
const valuesOf = (token: string): string[] =>
	[...tokens.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, "g"))].map(
		([, value]) => `${value}`,
	);

// axe-core does not see bars: they are drawn by pseudo-elements.
it.each([
	["text", "bar"],
	["text", "bar-hover"],
	["text-2", "bar"],
	["text-2", "bar-hover"],
	["text-3", "bar"],
])("%s can be read on %s in both schemes", (text, bar) => {
	const behind = valuesOf(bar);
	const contrasts = valuesOf(text).map((colour, at) => {
		const both = [luminance(colour), luminance(`${behind[at]}`)];
		return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
	});
	expect(contrasts).toHaveLength(3);
	for (const contrast of contrasts) expect(contrast).toBeGreaterThan(4.5);
});
