import { expect, it } from "vitest";
import { parametersOf } from "../../../layout/shared-parameters.ts";
import { EXPORT_GROUPS, type ExportReport, exportParameters } from "./export-reports.ts";

const all: readonly ExportReport[] = Object.values(EXPORT_GROUPS).flat();
const chosen = { chosen: "country", bucket: "week", format: "json" } as const;

it.each([
	["overview", { format: "json" }],
	["metric", { parameter: "country", format: "json" }],
	["overview/time-series", { bucket: "week", format: "json" }],
])("%s is requested with %j", (path, parameters) => {
	const report = all.find((one) => one.path === path);
	expect(report && exportParameters(report, chosen)).toEqual(parameters);
});

it.each(["retention", "overview/time-series"])("%s starts its weeks as the page does", (path) => {
	const report = all.find((one) => one.path === path);
	const shared = { parameters: { time_zone: "UTC" }, comparison: {}, locale: "en-US" };
	const parameters = report && exportParameters(report, chosen);
	expect(parametersOf(shared, { parameters })["week_start"]).toBe("sunday");
});

it("lists no report twice", () =>
	expect(new Set(all.map(({ path }) => path)).size).toBe(all.length));
