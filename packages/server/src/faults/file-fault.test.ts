import { openSync } from "node:fs";
import { EnvironmentError } from "@footfall/shared/environment";
import { describe, expect, it } from "vitest";
import { fileFault } from "./file-fault.ts";

const thrownBy = (attempt: () => unknown): unknown => {
	try {
		return attempt();
	} catch (error) {
		return error;
	}
};

describe("a system error about a file", () => {
	it("is turned into a message that says what to do", () =>
		expect(fileFault(thrownBy(() => openSync("/nowhere/at/all", "r")))).toEqual(
			new EnvironmentError("/nowhere/at/all: the file or directory does not exist"),
		));

	it("gets the file's path if it lacks one", () => {
		const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
			code: "ENOSPC",
		});
		expect(fileFault(full, "/disk/events.jsonl")).toEqual(
			new EnvironmentError(
				"/disk/events.jsonl: the disk is full; free up space and run the command again",
			),
		);
		expect(fileFault(full)).toBe(full);
	});

	it("is left unchanged if it is about no file", () => {
		for (const error of [new Error("odd"), new EnvironmentError("said already"), "text"])
			expect(fileFault(error, "/file")).toBe(error);
	});
});
