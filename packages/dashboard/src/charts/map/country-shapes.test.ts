import { expect, it } from "vitest";
import world from "world-atlas/countries-110m.json" with { type: "json" };
import { countryShapes, MAP_HEIGHT, MAP_WIDTH } from "./country-shapes.ts";

it("knows the code of every country on the map, as ICU does", () => {
	const ids = world.objects.countries.geometries.flatMap(({ id }) =>
		id === undefined || id === "010" ? [] : [id],
	);
	const codes = ids.map((id) => new Intl.Locale(`und-${id}`).region);
	const drawn = countryShapes().flatMap(({ country, path }) => (path === "" ? [] : [country]));
	expect(drawn.filter((country) => country !== undefined && country !== "XK")).toEqual(codes);
	expect(drawn).toContain("XK");
});

it("has a place for every country once, those without an outline included", () => {
	const codes = countryShapes().flatMap(({ country }) => country ?? []);
	expect(codes.toSorted()).toEqual([...new Set(codes)].toSorted());
	expect(codes).toEqual(expect.arrayContaining(["SG", "HK", "MT", "MU", "BH", "LI"]));
	const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
});

it("fills the drawing with every inhabited place", () => {
	const places = countryShapes().filter(({ country }) => country !== "GL");
	for (const { country, x, y } of places)
		expect(x >= 0 && x <= MAP_WIDTH && y > 0 && y < MAP_HEIGHT, country).toBe(true);
	const lowest = Math.max(
		...countryShapes().flatMap(({ path }) =>
			Array.from(path.matchAll(/,([\d.]+)/g), ([, y]) => Number(y)),
		),
	);
	expect(MAP_HEIGHT - lowest).toBeGreaterThan(0);
	expect(MAP_HEIGHT - lowest).toBeLessThan(4);
});
