import { describe, expect, it } from "vitest";
import { annotationsOf } from "./annotations-of.ts";

const wall = (text: string) => Date.parse(`${text}Z`);
const buckets = ["2026-11-20", "2026-11-21", "2026-11-22"].map((day) => wall(`${day}T00:00:00`));
const NOTE = { annotationId: 7, kind: "note", title: "Launch", version: null, url: null } as const;
const RELEASE = { ...NOTE, kind: "deploy", title: "Faster", version: "1.8.0" } as const;

const placed = (note: typeof NOTE | typeof RELEASE, date: string, timeZone = "Europe/Berlin") =>
	annotationsOf([{ ...note, date }], buckets, "day", timeZone);

describe("the annotations of a chart", () => {
	it("are placed in the bucket of their time in the zone", () =>
		expect(placed(NOTE, "2026-11-20T23:30:00.000Z")).toEqual([
			{ id: "7", index: 1, kind: "note", name: "Launch" },
		]));

	it("are placed on the same day in every zone if they have only a day", () =>
		expect(placed(NOTE, "2026-11-21T00:00:00.000Z", "America/Los_Angeles")[0]?.index).toBe(1));

	it("are left out if they are outside the buckets", () => {
		expect(placed(NOTE, "2026-11-19T12:00:00.000Z")).toEqual([]);
		expect(placed(NOTE, "2026-11-24T12:00:00.000Z")).toEqual([]);
	});

	it("name a deployment with its version, unless its title does", () => {
		const nameOf = (title: string) =>
			placed({ ...RELEASE, title } as typeof RELEASE, "2026-11-21T12:00:00.000Z")[0];
		expect(nameOf("Faster")).toMatchObject({ kind: "deploy", name: "Faster (1.8.0)" });
		expect(nameOf("Release 1.8.0")?.name).toBe("Release 1.8.0");
	});
});
