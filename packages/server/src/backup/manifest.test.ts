import { describe, expect, it } from "vitest";
import {
	type BackupManifest,
	backupNames,
	manifestFrom,
	manifestPath,
	manifestText,
	newBackupName,
} from "./manifest.ts";
import { isNewer } from "./restore-backup.ts";
import { sizeText } from "./size-text.ts";

const manifest: BackupManifest = {
	...{ format: 1, version: "1.2.3", at: "2026-11-22T21:40:00.000Z", secret: "0".repeat(64) },
	elsewhere: [],
	items: [
		{ path: "queue", isGzip: true, bytes: 3, pieces: [{ sha256: "a".repeat(64), bytes: 3 }] },
	],
};
const from = (text: string) => manifestFrom(Buffer.from(text));

describe("a manifest", () => {
	it("is parsed to the value that was written", () =>
		expect(from(manifestText(manifest))).toEqual(manifest));

	it("is recognised as damaged, wherever it is cut or changed", () => {
		const text = manifestText(manifest);
		for (let at = 0; at < text.length - 1; at++) {
			expect(from(text.slice(0, at))).toBe("damaged");
			expect(from(`${text.slice(0, at)}#${text.slice(at + 1)}`)).toBe("damaged");
		}
	});

	it.each(["/etc/cron.d/job", "../out", "queue/../../out", "elsewhere", "accounts-of-others"])(
		"is rejected for the path %s",
		(path) => {
			const items = manifest.items.map((item) => ({ ...item, path }));
			expect(from(manifestText({ ...manifest, items }))).toBe("damaged");
		},
	);

	it("of a later format is rejected as newer", () =>
		expect(from(manifestText({ ...manifest, format: 2 as 1 }))).toBe("newer"));
});

describe("the names of backups", () => {
	it("list complete backups by time", () =>
		expect(
			backupNames([
				"objects/aa/aaaa",
				"backups/2026-11-22T214000.000Z-00000000.json",
				"backups/2026-11-21T214000.000Z-ffffffff.json",
				"backups/2026-11-23T214000.000Z-ffffffff.json.unfinished",
				"backups/other.json",
			]),
		).toEqual(["2026-11-21T214000.000Z-ffffffff", "2026-11-22T214000.000Z-00000000"]));

	it("sort by time within a second", () => {
		const at = Date.parse("2026-11-22T21:40:00.000Z");
		const names = Array.from({ length: 20 }, (_none, ms) => newBackupName(new Date(at + ms)));
		expect(backupNames(names.toReversed().map(manifestPath))).toEqual(names);
	});
});

describe("versions", () => {
	it.each([
		["1.10.0", "1.9.2", true],
		["1.9.2", "1.10.0", false],
		["1.0.0", "1.0.0", false],
	])("%s is newer than %s: %s", (one, other, newer) => expect(isNewer(one, other)).toBe(newer));
});

describe("sizes", () => {
	it.each([
		[0, "0 bytes"],
		[999, "999 bytes"],
		[1000, "1.0 kB"],
		[43_169_376, "43.2 MB"],
		[123_456_789_012, "123 GB"],
	])("formats %i as %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
});
