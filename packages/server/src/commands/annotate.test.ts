import { describe, expect, it } from "vitest";
import { annotationRequest } from "./annotate.ts";
import { UsageError } from "./command.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const requestOf = (...parameters: string[]) => {
	const { site, body } = annotationRequest(parameters, NOW);
	return { site, body };
};

describe("the command line of annotate", () => {
	it("is a note of now by default", () =>
		expect(requestOf("Sale begins", "--site", "4")).toEqual({
			site: "4",
			body: { kind: "note", title: "Sale begins", date: "2026-11-28T12:00:00.000Z" },
		}));

	it("is a deployment with its version, which is also its text where none is given", () =>
		expect(
			requestOf(
				...["--site", "4", "--deploy", "--version", "1.4.2"],
				...["--link", "https://ci.example.com/runs/7"],
			),
		).toEqual({
			site: "4",
			body: {
				...{ kind: "deploy", title: "1.4.2", version: "1.4.2" },
				...{ url: "https://ci.example.com/runs/7", date: "2026-11-28T12:00:00.000Z" },
			},
		}));

	it("takes days and times, what the note is about, and all sites", () =>
		expect(
			requestOf(
				...["Fair", "--site", "4", "--date", "2026-11-01", "--end", "2026-11-03T18:00:00+01:00"],
				...["--description", "Hall 4", "--reference", "run-7", "--public", "--all-sites"],
			).body,
		).toEqual({
			...{ kind: "note", title: "Fair", date: "2026-11-01", endDate: "2026-11-03T18:00:00+01:00" },
			...{ description: "Hall 4", reference: "run-7", isPublic: true, scope: "organization" },
		}));

	it.each([
		[["Text"], "Name the site with --site."],
		[["--site", "4"], "Give the text of the annotation."],
		[["--site", "4", "--deploy"], "Give the text or --version."],
		[["Sale", "begins", "--site", "4"], 'Unexpected argument "begins". Put the text in quotation'],
		[["Text", "--site", "4", "--version", "1.4.2"], "--version needs --deploy."],
		[["--site", "4", "--deploy", "--version", ""], "--version is empty."],
		[["Text", "--site", ""], "--site is empty."],
		[["", "--site", "4"], "The text is empty."],
		[["Text", "--site", "4", "--date", "yesterday"], "--date must be a day such as 2026-11-28"],
		[["Text", "--site", "4", "--date", "2026-11-28T10:00:00"], 'not "2026-11-28T10:00:00"'],
		[["Text", "--site", "4", "--end", "2026-02-30"], "--end must be a day"],
		[["Text", "--site", "4", "--link", "ci.example.com"], "--link must be an address like https"],
		[["Text", "--site", "4", "--colour", "red"], "Unknown option '--colour'"],
	])("is refused with what to change: %j", (parameters, message) => {
		expect(() => requestOf(...parameters)).toThrow(UsageError);
		expect(() => requestOf(...parameters)).toThrow(message);
	});
});
