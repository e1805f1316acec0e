import { describe, expect, it } from "vitest";
import { importLogsOptions } from "./import-logs.ts";

describe("the parameters of import-logs", () => {
	it("set files, a site, hosts and whether to follow", () =>
		expect(
			importLogsOptions([
				"--site",
				"1",
				"--host",
				"Shop.example=3",
				"--host=blog.example=0123456789ab",
				"--follow",
				"one.log",
				"two.log",
			]),
		).toEqual({
			files: ["one.log", "two.log"],
			site: "1",
			hosts: { "shop.example": "3", "blog.example": "0123456789ab" },
			follow: true,
		}));

	it.each([
		[["access.log"], "Name the site that the log belongs to with --site or --host."],
		[["--site", "1"], "Name the log to read, or - for standard input."],
		[
			["--host", "shop.example", "access.log"],
			'--host must be a host and a site, such as shop.example=3, not "shop.example".',
		],
		[["--sight", "1", "access.log"], "Unknown option '--sight'"],
		[["--site", "1", "--follow", "-"], "Standard input is always read to its end"],
		[
			["--site", "1", "--follow", "a.log", "b.gz"],
			"b.gz is compressed, so nothing can be appended to it",
		],
	])("are rejected with an explanation: %j", (parameters, fault) =>
		expect(() => importLogsOptions(parameters)).toThrow(fault),
	);
});
