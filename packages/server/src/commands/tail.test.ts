import { describe, expect, it } from "vitest";
import { UsageError } from "./command.ts";
import { tailOptions } from "./tail.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const optionsOf = (...parameters: string[]) => tailOptions(parameters, NOW);
const POSITION = "0123456789abcdef:0=52001,1=77";

describe("the options of tail", () => {
	it("are those of a follower of one site by default", () =>
		expect(optionsOf("--site", "shop.example")).toEqual({
			site: "shop.example",
			from: "end",
			until: undefined,
			types: new Set(),
			follow: true,
			limit: Number.POSITIVE_INFINITY,
			positions: false,
		}));

	it.each([
		["beginning", "beginning"],
		["now", "end"],
		["90s", { appendedAt: NOW - 90_000 }],
		["10m", { appendedAt: NOW - 600_000 }],
		["2h", { appendedAt: NOW - 7_200_000 }],
		["3d", { appendedAt: NOW - 259_200_000 }],
		["2026-11-27", { appendedAt: Date.parse("2026-11-27T00:00:00Z") }],
		["2026-11-28T10:00+01:00", { appendedAt: Date.parse("2026-11-28T09:00:00Z") }],
		[POSITION, { position: POSITION }],
		["cluster-1_x/footfall.events:11=0", { position: "cluster-1_x/footfall.events:11=0" }],
	])("begin at %s", (text, from) =>
		expect(optionsOf("--all", "--from", text)).toMatchObject({ site: undefined, from }),
	);

	it("end at a time, at a position, or now", () => {
		const untilOf = (text: string) => optionsOf("--all", "--until", text).until;
		expect(untilOf("5m")).toEqual({ appendedAt: NOW - 300_000 });
		expect(untilOf("now")).toEqual({ appendedAt: NOW });
		expect(untilOf(POSITION)).toEqual({ position: POSITION });
	});

	it("name types, how many lines, and whether to wait", () =>
		expect(
			optionsOf(
				...["--all", "--type", "pageview,error", "--type", "identify"],
				...["--limit", "5", "--no-follow", "--positions"],
			),
		).toMatchObject({
			types: new Set(["pageview", "error", "identify"]),
			limit: 5,
			follow: false,
			positions: true,
		}));

	it.each([
		[[], "Name the site with --site, or use --all."],
		[["--all", "--site", "1"], "Use --site or --all, not both."],
		[["--site", ""], "--site must be the number, id or domain of a site."],
		[["--all", "--from", "yesterday"], "--from must be beginning, now, a time with a zone"],
		[["--all", "--from", "2026-11-28T10:00:00"], 'not "2026-11-28T10:00:00"'],
		[["--all", "--from", "2026-13-45"], 'not "2026-13-45"'],
		[["--all", "--from", "10"], 'not "10"'],
		[["--all", "--until", "beginning"], "--until must be now, a time with a zone, a day, how long"],
		[["--all", "--type", "pageviews"], 'Unknown type "pageviews": did you mean pageview?'],
		[["--all", "--limit", "0"], '--limit must be a whole number above 0, not "0".'],
		[["--all", "--follow", "--no-follow"], "Use --follow or --no-follow, not both."],
		[["--all", "--speed"], "Unknown option '--speed'"],
		[["--all", "events"], "Unexpected argument 'events'"],
	])("are refused with what to change: %j", (parameters, message) => {
		expect(() => optionsOf(...parameters)).toThrow(UsageError);
		expect(() => optionsOf(...parameters)).toThrow(message);
	});
});
