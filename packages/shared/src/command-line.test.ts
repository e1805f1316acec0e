import { describe, expect, it } from "vitest";
import { commandLine } from "./command-line.ts";

const ACCEPTED = {
	allowPositionals: true,
	options: { site: { type: "string" }, yes: { type: "boolean" } },
} as const;
const refuse = (fault: string) => new RangeError(fault);

describe("the parameters of a command", () => {
	it("are split into options and positional arguments", () => {
		const { values, positionals } = commandLine(["one", "--site=3", "two"], ACCEPTED, refuse);
		expect([{ ...values }, positionals]).toEqual([{ site: "3" }, ["one", "two"]]);
	});

	it.each([
		[["--sight", "3"], "Unknown option '--sight'"],
		[["--site"], "Option '--site <value>' argument missing"],
		[["--yes=no"], "Option '--yes' does not take an argument"],
	])("are refused with the command's own error: %j", (parameters, fault) => {
		expect(() => commandLine(parameters, ACCEPTED, refuse)).toThrow(RangeError);
		expect(() => commandLine(parameters, ACCEPTED, refuse)).toThrow(fault);
	});
});
