import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@footfall/shared/logger";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDataDirectory, makeDataDirectory } from "./data-directory.ts";

let outside: string;
let data: string;
beforeEach(() => {
	outside = mkdtempSync(join(tmpdir(), "data-directory-"));
	data = join(outside, "data");
});
afterEach(() => rmSync(outside, { recursive: true }));

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const fileAt = (path: string, mode = 0o666) => {
	writeFileSync(path, "");
	chmodSync(path, mode);
};
const directoryAt = (path: string, mode = 0o777) => {
	mkdirSync(path);
	chmodSync(path, mode);
};

const openData = () => {
	directoryAt(data, 0o755);
	for (const name of ["accounts", "accounts/data", "store", "spill-2"])
		directoryAt(join(data, name));
	for (const name of ["secret", "accounts/data/5", "store/engine.xml", "spill-2/queue.json"])
		fileAt(join(data, name));
};

describe("a data directory that others can read", () => {
	it("becomes private, with everything in it", async () => {
		openData();
		await closeDataDirectory(data, silentLogger);
		const modes = readdirSync(data, { recursive: true }).map((name) => {
			const path = join(data, String(name));
			return [lstatSync(path).isDirectory() ? "directory" : "file", modeOf(path)].join(" ");
		});
		expect(new Set(modes)).toEqual(new Set(["directory 700", "file 600"]));
		expect(modeOf(data)).toBe("700");
	});

	it("is shut to others before the start continues", () => {
		openData();
		void closeDataDirectory(data, silentLogger);
		expect(["", "accounts", "store", "secret"].map((name) => modeOf(join(data, name)))).toEqual([
			"700",
			"700",
			"700",
			"600",
		]);
	});

	it("becomes private without following links out of it", async () => {
		openData();
		directoryAt(join(outside, "elsewhere"));
		fileAt(join(outside, "elsewhere", "file"));
		symlinkSync(join(outside, "elsewhere"), join(data, "store", "engine"));
		symlinkSync(join(outside, "elsewhere"), join(data, "queue"));
		symlinkSync(join(outside, "elsewhere", "file"), join(data, "lock"));
		await closeDataDirectory(data, silentLogger);
		expect(modeOf(join(outside, "elsewhere"))).toBe("777");
		expect(modeOf(join(outside, "elsewhere", "file"))).toBe("666");
	});

	it("stays shared where it contains others' files, which stay unchanged", async () => {
		openData();
		directoryAt(join(data, "photos"));
		directoryAt(join(data, "scripts"));
		fileAt(join(data, "photos", "one.jpg"));
		await closeDataDirectory(data, silentLogger);
		expect(
			["", "photos", "photos/one.jpg", "scripts"].map((name) => modeOf(join(data, name))),
		).toEqual(["755", "777", "666", "777"]);
		expect(modeOf(join(data, "accounts", "data"))).toBe("700");
	});
});

describe("a data directory that cannot be created", () => {
	it("is reported with the reason", () => {
		const file = join(outside, "file");
		writeFileSync(file, "");
		expect(() => makeDataDirectory(file)).toThrow(
			`${file}: is a file; set DATA_DIR to a directory`,
		);
		expect(() => makeDataDirectory(join(file, "data"))).toThrow(
			expect.objectContaining({ code: "ENOTDIR", path: `${file}/data` }),
		);
	});

	it.runIf(existsSync("/proc/self"))("is refused on a file system without directories", () =>
		// The system's reason, if a permission is missing before that.
		expect(() => makeDataDirectory("/proc/x/y")).toThrow(
			process.getuid?.() === 0
				? "/proc/x/y: cannot be created; set DATA_DIR to a path on a writable disk"
				: expect.objectContaining({ code: "EACCES" }),
		),
	);

	it("is private once created", () => {
		makeDataDirectory(data);
		expect(statSync(data).mode & 0o777).toBe(0o700);
	});
});
