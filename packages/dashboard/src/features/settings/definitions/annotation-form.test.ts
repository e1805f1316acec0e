import { describe, expect, it } from "vitest";
import {
	annotationOf,
	emptyFields,
	faultsOf,
	fieldsOf,
	type ListedAnnotation,
	mayEdit,
} from "./annotation-form.ts";

const BERLIN = "Europe/Berlin";
const listed: ListedAnnotation = {
	annotationId: 1,
	siteId: 1,
	organizationId: "o",
	userId: "u",
	userName: "Emma",
	kind: "note",
	title: "Launch",
	version: null,
	url: null,
	description: null,
	date: "2026-10-25T22:30:00.000Z",
	endDate: "2026-10-27T22:59:00.000Z",
	color: null,
	icon: "🚀",
	isPublic: true,
	createdAt: "2026-10-25T22:30:00.000Z",
	updatedAt: "2026-10-25T22:30:00.000Z",
};

describe("the fields of an annotation", () => {
	it("are in the page's time zone, and convert back to the same instants", () => {
		const fields = fieldsOf(listed, BERLIN);
		expect(fields).toMatchObject({ day: "2026-10-25", time: "23:30", lastDay: "2026-10-27" });
		expect(annotationOf(fields, BERLIN)).toMatchObject({
			date: listed.date,
			endDate: listed.endDate,
			scope: "site",
			description: null,
		});
	});

	it("have a version only while they are a deployment", () => {
		const fields = { ...emptyFields("2026-10-25"), title: "x", version: "1.8.0", isDeploy: true };
		expect(annotationOf(fields, BERLIN)).toMatchObject({ kind: "deploy", version: "1.8.0" });
		expect(annotationOf({ ...fields, isDeploy: false }, BERLIN)).toMatchObject({
			...{ kind: "note", version: null, url: null },
		});
	});

	it("begin at midnight of the zone, even on a day when clocks change", () => {
		const fields = { ...emptyFields("2026-10-25"), title: "Clocks" };
		expect(annotationOf(fields, BERLIN)).toMatchObject({
			date: "2026-10-24T22:00:00.000Z",
			endDate: null,
		});
	});

	it("report what cannot be saved", () => {
		const fields = emptyFields("2026-10-25");
		expect(faultsOf({ ...fields, title: "x" })).toEqual({});
		expect(faultsOf({ ...fields, day: "2026-02-30", time: "25:00", icon: "ab" })).toEqual({
			title: true,
			day: true,
			time: true,
			icon: true,
		});
		expect(faultsOf({ ...fields, title: "x", lastDay: "2026-10-24" })).toEqual({
			lastDay: "order",
		});
		expect(faultsOf({ ...fields, title: "x", icon: "👩‍💻" })).toEqual({});
		expect(faultsOf({ ...fields, title: "x", url: "ci.example.com" })).toEqual({ url: true });
		expect(faultsOf({ ...fields, title: "x", url: "https://ci.example.com/7" })).toEqual({});
	});
});

describe("the right to change an annotation", () => {
	it.each([
		[true, "other", 1, true],
		[false, "u", 1, true],
		[false, "other", 1, false],
		[false, "u", null, false],
	])(
		"with mayConfigure %s, for person %s, of site %s, is %s",
		(mayConfigure, person, siteId, may) =>
			expect(mayEdit({ siteId, userId: "u" }, { mayConfigure, mayWrite: true, person })).toBe(may),
	);
});
