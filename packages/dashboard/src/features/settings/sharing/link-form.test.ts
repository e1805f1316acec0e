import { describe, expect, it } from "vitest";
import type { PrivateLink } from "./link-api.ts";
import { changesOf, emptyLink, fieldsOfLink, linkFaults, newLinkOf } from "./link-form.ts";

const ZONE = "Europe/Berlin";
const at = { today: "2026-11-20", timeZone: ZONE };
const link: PrivateLink = {
	...{ linkId: 1, name: "Agency", areas: ["pages"], expiresAt: "2026-11-30T23:00:00.000Z" },
	...{ asksPassword: true, isMain: false, createdAt: "", createdBy: null, lastUsedAt: null },
};

describe("a new private link", () => {
	it("works until its last day ends where the site is", () =>
		expect(newLinkOf({ ...emptyLink(" Agency "), lastDay: "2026-11-30" }, ZONE)).toEqual({
			...{ name: "Agency", areas: null, expiresAt: "2026-11-30T23:00:00.000Z", password: null },
		}));

	it("sends no password that is not asked for", () => {
		const fields = { ...emptyLink("Agency"), password: "correct horse" };
		expect(newLinkOf(fields, ZONE).password).toBeNull();
		expect(newLinkOf({ ...fields, asksPassword: true }, ZONE).password).toBe("correct horse");
	});

	it.each([
		[{ name: " " }, { name: true }],
		[{ lastDay: "2026-11-19" }, { lastDay: "past" }],
		[{ lastDay: "2026-13-01" }, { lastDay: "day" }],
		[{ asksPassword: true, password: "short" }, { password: true }],
		[{ asksPassword: true, password: "        " }, { password: true }],
		[{ lastDay: "2026-11-20" }, {}],
	])("with %j has the faults %j", (fields, faults) =>
		expect(linkFaults({ ...emptyLink("Agency"), ...fields }, undefined, at)).toEqual(faults),
	);
});

describe("a private link that is edited", () => {
	const fields = fieldsOfLink(link, ZONE);

	it("shows its last day, and not its password", () =>
		expect(fields).toEqual({
			...{ name: "Agency", areas: ["pages"], lastDay: "2026-11-30" },
			...{ asksPassword: true, password: "" },
		}));

	it("sends only what was changed", () => {
		expect(changesOf(fields, link, ZONE)).toEqual({});
		expect(changesOf({ ...fields, areas: null }, link, ZONE)).toEqual({ areas: null });
		expect(changesOf({ ...fields, lastDay: "" }, link, ZONE)).toEqual({ expiresAt: null });
		expect(changesOf({ ...fields, asksPassword: false }, link, ZONE)).toEqual({ password: null });
		expect(changesOf({ ...fields, password: "another horse" }, link, ZONE)).toEqual({
			password: "another horse",
		});
	});

	it("keeps a last day that has passed, and a password that is not typed again", () => {
		const later = { ...at, today: "2026-12-20" };
		expect(linkFaults(fields, link, later)).toEqual({});
		expect(linkFaults({ ...fields, lastDay: "2026-12-01" }, link, later)).toEqual({
			lastDay: "past",
		});
	});
});
