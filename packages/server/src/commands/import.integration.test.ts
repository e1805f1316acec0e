import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFault } from "../faults/start-fault.ts";
import type { CommandContext } from "./command.ts";
import { run } from "./import.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "footfall-import-"));
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(directory, { recursive: true });
});

/** `export/visits.csv` with two page views and `readme.txt`, as packed by an archive program. */
const ARCHIVE = Buffer.from(
	"UEsDBAoAAAAAALBLeV0AAAAAAAAAAAAAAAAHAAAAZXhwb3J0L1BLAwQUAAAACACwS3ldpa7++TUAAABKAAAAEQAAAGV4cG9ydC92aXNpdHMuY3N2K8nMTS0uScwtsC4tyrEuyyzOLMkv4jIyMDLTNTAGohADSysDAyCKstZPtK5AlzGEyCQBZQBQSwMECgAAAAAAsEt5XSAwOjYGAAAABgAAAAoAAAByZWFkbWUudHh0aGVsbG8KUEsBAh4DCgAAAAAAsEt5XQAAAAAAAAAAAAAAAAcAAAAAAAAAAAAQAO1BAAAAAGV4cG9ydC9QSwECHgMUAAAACACwS3ldpa7++TUAAABKAAAAEQAAAAAAAAABAAAApIElAAAAZXhwb3J0L3Zpc2l0cy5jc3ZQSwECHgMKAAAAAACwS3ldIDA6NgYAAAAGAAAACgAAAAAAAAABAAAApIGJAAAAcmVhZG1lLnR4dFBLBQYAAAAAAwADAKwAAAC3AAAAAAA=",
	"base64",
);

describe("the import of an archive", () => {
	it("reads its data files, and lists the others", async () => {
		const path = join(directory, "export.zip");
		writeFileSync(path, ARCHIVE);
		const printed: string[] = [];
		const collect = (text: string | Uint8Array) => printed.push(String(text)) > 0;
		vi.spyOn(process.stdout, "write").mockImplementation(collect);
		vi.spyOn(process.stderr, "write").mockImplementation(collect);
		// A dry run needs neither data nor a configuration.
		expect(await run(["plain", "--dry-run", path], {} as CommandContext)).toBe(0);
		expect(printed.join("")).toBe(
			`${path}: skipped readme.txt: not a data file\nNothing was changed.\n2 would be imported\n`,
		);
	});
});

describe("the import of an invalid file", () => {
	it.each([
		["plain", "visits.csv", "when,page\n2025-03-03,/\n", 'there is no column "timestamp"'],
		[
			"plain",
			"visits.csv",
			"timestamp,url,refferer\n2025-03-03,/,\n",
			'its column "refferer" looks like referrer, but is not imported',
		],
		[
			"umami",
			"visits.csv",
			"created,url_path\n2025-03-03,/\n",
			"none of its rows is a valid umami row: created_at is not a valid time. Its columns are created, url_path.",
		],
		["plausible", "x.jsonl", "{}\n", "none of its rows is a valid plausible row"],
	])(
		"names the file and its error, and exits with 65: %s %s",
		async (platform, name, content, fault) => {
			const path = join(directory, name);
			writeFileSync(path, content);
			const error: Error = await run([platform, "--dry-run", path], {} as CommandContext).catch(
				(caught) => caught,
			);
			expect(error.message).toContain(`${path}: ${fault}`);
			expect(startFault(error, { HOST: "", PORT: 0, dataDirectory: "" } as never)?.exitCode).toBe(
				65,
			);
		},
	);
});
