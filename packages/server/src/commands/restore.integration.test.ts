import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { requireRestored } from "../backup/restoring.ts";
import { configurationFrom } from "../configuration/configuration.ts";
import { dispatch } from "./commands.ts";

const root = mkdtempSync(join(tmpdir(), "restore-"));
afterAll(() => rmSync(root, { recursive: true }));
const data = join(root, "data");
const folder = join(root, "backups");
let rounds = 0;
/** A copy of the backups to damage, and a directory to restore into. */
let copy: string;
let to: string;

const footfall = async (
	name: "backup" | "restore",
	parameters: readonly string[],
	variables: NodeJS.ProcessEnv,
): Promise<void> => {
	const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	try {
		const configuration = configurationFrom(variables);
		await dispatch(name, parameters, { configuration, log: pino({ level: "silent" }), entry: "" });
	} finally {
		write.mockRestore();
	}
};
const restore = (from: string, ...more: string[]) =>
	footfall("restore", [from, ...more], { DATA_DIR: to });
const refusal = async (refused: Promise<void>): Promise<string> => {
	const error: unknown = await refused.catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(EnvironmentError);
	return (error as Error).message;
};

beforeAll(async () => {
	mkdirSync(join(data, "scripts"), { recursive: true });
	writeFileSync(join(data, "secret"), "the secret of this product, as it was made");
	for (const name of ["1", "2"])
		writeFileSync(join(data, "scripts", `script-${name}.js`), `// pinned ${name}`);
	await footfall("backup", [folder], { DATA_DIR: data });
});
beforeEach(() => {
	copy = join(root, `copy-${++rounds}`);
	to = join(root, `to-${rounds}`);
	cpSync(folder, copy, { recursive: true });
});

const manifestPath = () => {
	const [name = ""] = readdirSync(join(copy, "backups"));
	return join(copy, "backups", name);
};
const objects = () =>
	readdirSync(join(copy, "objects"), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));

describe("a restore is refused, and leaves nothing that a product starts from,", () => {
	it("is refused without a valid source", async () => {
		expect((await refusal(footfall("restore", [], { DATA_DIR: to }))).split("\n")[0]).toBe(
			"Name one folder or bucket to restore from.",
		);
		expect(await refusal(restore(join(root, "nowhere")))).toMatch(
			/nowhere: the file or directory does not exist$/,
		);
		expect(existsSync(to)).toBe(false);
	});

	it("is refused into a directory that is not empty", async () => {
		mkdirSync(to);
		writeFileSync(join(to, "secret"), "another");
		expect(await refusal(restore(copy))).toMatch(/is not empty/);
		expect(readdirSync(to)).toEqual(["secret"]);
	});

	it("is refused for a backup whose manifest was changed, truncated or deleted", async () => {
		const text = readFileSync(manifestPath(), "utf8");
		writeFileSync(manifestPath(), text.replace('"version":"', '"version":"9'));
		const damaged = /is damaged: the checksum of its file list does not match$/;
		expect(await refusal(restore(copy))).toMatch(damaged);
		truncateSync(manifestPath(), 300);
		expect(await refusal(restore(copy))).toMatch(damaged);
		expect(await refusal(restore(copy, "--backup", "other"))).toMatch(
			/contains no complete backup other; available backups: 20/,
		);
		rmSync(manifestPath());
		expect(await refusal(restore(copy))).toMatch(/contains no complete backup$/);
		expect(existsSync(to)).toBe(false);
	});

	it("is refused for a backup with any one file missing or truncated", async () => {
		expect(objects().length).toBeGreaterThan(1);
		for (const path of objects()) {
			const bytes = readFileSync(path);
			const incomplete = /is incomplete: 1 of its files are missing or truncated/;
			truncateSync(path, bytes.length - 1);
			expect(await refusal(restore(copy))).toMatch(incomplete);
			rmSync(path);
			expect(await refusal(restore(copy))).toMatch(incomplete);
			writeFileSync(path, bytes);
		}
		expect(existsSync(to)).toBe(false);
	});

	it("is refused for a backup with a changed bit in any file", async () => {
		for (const path of objects()) {
			const bytes = readFileSync(path);
			const at = Math.floor(bytes.length / 2);
			bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
			writeFileSync(path, bytes);
			expect(await refusal(restore(copy))).toMatch(/does not match; nothing was restored$/);
			expect(readdirSync(to)).toEqual([]);
			bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
			writeFileSync(path, bytes);
		}
		await restore(copy);
		expect(readdirSync(to).sort()).toEqual(["scripts", "secret"]);
	});

	it("is refused with another secret", async () => {
		const SECRET = "another secret that is long enough for it";
		expect(await refusal(footfall("restore", [copy], { DATA_DIR: to, SECRET }))).toMatch(
			/^SECRET differs from that of the backup/,
		);
	});
});

describe("a directory whose restore was interrupted", () => {
	it("refuses to start, and can be restored again while nothing was moved into place", async () => {
		mkdirSync(join(to, "restoring", "store"), { recursive: true });
		expect(() => requireRestored(to)).toThrow(
			/a restore into it was interrupted or is still running; if none is running, empty it and restore again$/,
		);
		await restore(copy);
		expect(() => requireRestored(to)).not.toThrow();
		expect(existsSync(join(to, "store"))).toBe(false);
	});
});

describe("restored data", () => {
	it("is readable by this user only", async () => {
		await restore(copy);
		for (const path of [to, join(to, "scripts"), join(to, "secret")])
			expect(statSync(path).mode & 0o077, path).toBe(0);
	});
});
