import { expect, it } from "vitest";
import { missingField } from "./missing-field.ts";

const FIGURES = {
	...{ sessions: 1, pageviews: 1, users: 1, pages_per_session: 1 },
	...{ bounce_rate: 0, session_duration: 0 },
};
const { users: _, ...WITHOUT_USERS } = FIGURES;
const POINT = { time: "2026-11-22 00:00:00", ...FIGURES };
const ROW = { value: "/", errorName: "TypeError", count: 1, sessionCount: 1, percentage: 100 };

it.each<[string, unknown, string | undefined]>([
	["overview", { data: FIGURES }, undefined],
	["overview", { data: WITHOUT_USERS }, "data.users"],
	["overview", {}, "data"],
	["overview", "a text", ""],
	["overview/time-series", { data: [POINT] }, undefined],
	["overview/time-series", { data: [] }, undefined],
	["overview/time-series", { data: [POINT, WITHOUT_USERS] }, "data[].users"],
	["overview/time-series", { data: [{ ...POINT, previous: null }] }, undefined],
	["overview/time-series", { data: {} }, "data"],
	["errors/names", { data: [ROW] }, undefined],
	["errors/names", { data: { data: [ROW], totalCount: 1 } }, undefined],
	["errors/names", { data: { data: [ROW] } }, "data.totalCount"],
	["a report of another version", {}, undefined],
])("the answer of %s, %j, lacks %s", (report, answer, field) =>
	expect(missingField(report, answer)).toBe(field),
);
