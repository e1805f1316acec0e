import { expect, it } from "vitest";
import world from "world-atlas/countries-110m.json" with { type: "json" };
import { countryShapes } from "./country-shapes.ts";

it("knows the code of every country on the map, as ICU does", () => {
	const ids = world.objects.countries.geometries.flatMap(({ id }) =>
		id === undefined || id === "010" ? [] : [id],
	);
	const codes = ids.map((id) => new Intl.Locale(`und-${id}`).region);
	const drawn = countryShapes().map(({ country }) => country);
	expect(drawn.filter((country) => country !== undefined && country !== "XK")).toEqual(codes);
	expect(drawn).toContain("XK");
});
