import { describe, expect, it } from "vitest";
import { type Annotation, placeAnnotations } from "./place-annotations.ts";

const note = (index: number, name: string) => ({
	...{ id: `${index} ${name}`, index, kind: "note" as const, name },
});
const place = (annotations: Parameters<typeof placeAnnotations>[0], width = 540) =>
	placeAnnotations(annotations, { buckets: 28, width }, (text) => text.length * 6).map(
		({ share, annotations: together, text, side }) => ({
			x: Math.round(share * width),
			count: together.length,
			text,
			side,
		}),
	);

describe("annotations", () => {
	it("have their names beside them", () =>
		expect(place([note(4, "Launch"), note(20, "Prices")])).toEqual([
			{ x: 80, count: 1, text: "Launch", side: "right" },
			{ x: 400, count: 1, text: "Prices", side: "right" },
		]));

	it("share one diamond with a count when they are in one bucket", () =>
		expect(place([note(4, "Launch"), note(4, "Newsletter")])).toEqual([
			{ x: 80, count: 2, text: "Launch +1", side: "right" },
		]));

	it("share one diamond when they would touch", () =>
		expect(place([note(14, "Prices"), note(15, "Campaign")], 320)).toEqual([
			{ x: 166, count: 2, text: "Prices +1", side: "right" },
		]));

	it("hide their name when the next one is too near", () =>
		expect(place([note(4, "Launch on a site"), note(6, "Prices")])).toEqual([
			{ x: 80, count: 1, text: "", side: "right" },
			{ x: 120, count: 1, text: "Prices", side: "right" },
		]));

	it("put their name before the diamond at the end, clear of the previous name", () => {
		expect(place([note(26, "Version 2")])).toEqual([
			{ x: 520, count: 1, text: "Version 2", side: "left" },
		]);
		expect(place([note(22, "Prices"), note(26, "Version 2")])[1]).toMatchObject({ text: "" });
	});

	it("are drawn as a deployment if one is among them", () => {
		const release: Annotation = { ...note(4, "1.8.0"), kind: "deploy" };
		const kindsOf = (...annotations: Annotation[]) =>
			placeAnnotations(annotations, { buckets: 28, width: 540 }, () => 0).map(({ kind }) => kind);
		expect(kindsOf(note(4, "Launch"), release, note(20, "Prices"))).toEqual(["deploy", "note"]);
	});

	it("are not drawn when they are outside the range", () =>
		expect(place([note(-1, "Before"), note(28, "After")])).toEqual([]));
});
