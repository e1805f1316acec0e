import {
	cpSync,
	mkdtempSync,
	openSync,
	readdirSync,
	rmSync,
	statSync,
	truncateSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { testDatabases } from "@footfall/testing/api/databases";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./open.ts";

const ignore = () => {};
const directory = mkdtempSync(join(tmpdir(), "footfall-damaged-"));
const whole = join(directory, "whole");

/** File of the table `instance`, below the data. */
let file: string;

beforeAll(async () => {
	const engine = await testDatabases[0]?.open();
	const location = await engine?.create();
	if (location === undefined || !("directory" in location)) throw new Error("no embedded database");
	const { database, close } = await openDatabase(location, ignore);
	await database
		.insertInto("instance")
		.values(Array.from({ length: 500 }, (_, index) => ({ name: `n${index}`, value: "v" })))
		.execute();
	const { rows } = await sql<{
		path: string;
	}>`SELECT pg_relation_filepath('instance') AS path`.execute(database);
	file = rows[0]?.path ?? "";
	await close();
	cpSync(location.directory, whole, { recursive: true });
	await engine?.close();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const cut = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2));
const overwrite = (path: string) => {
	const file = openSync(path, "r+");
	writeSync(file, Buffer.alloc(statSync(path).size, 0x5a));
};
/** The largest file below a folder. */
const largestIn = (folder: string) => {
	const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => ({ path: join(folder, name), file: statSync(join(folder, name)) }))
		.filter(({ file }) => file.isFile())
		.sort((one, other) => other.file.size - one.file.size);
	const [largest] = sizes;
	if (largest === undefined) throw new Error(`${folder} is empty`);
	return largest.path;
};

describe("an accounts database whose files are damaged", () => {
	it.each([
		["PG_VERSION cut", (data: string) => truncateSync(join(data, "PG_VERSION"), 0)],
		["pg_control cut", (data: string) => truncateSync(join(data, "global", "pg_control"), 100)],
		["pg_control overwritten", (data: string) => overwrite(join(data, "global", "pg_control"))],
		["a system table overwritten", (data: string) => overwrite(largestIn(join(data, "base", "5")))],
		["a table overwritten", (data: string) => overwrite(join(data, file))],
		["a table cut", (data: string) => cut(join(data, file))],
		["a table emptied", (data: string) => truncateSync(join(data, file), 0)],
	])("stops the start with its path and the remedy: %s", async (name, damage) => {
		const copy = join(directory, name.replaceAll(/\W/g, "-"));
		cpSync(whole, copy, { recursive: true });
		damage(join(copy, "data"));
		const refused = openDatabase({ directory: copy }, ignore);
		await expect(refused).rejects.toThrow(EnvironmentError);
		await expect(refused).rejects.toThrow(`The accounts database in ${copy} is damaged`);
		await expect(refused).rejects.toThrow(
			"restore a backup of this directory, or move it elsewhere to start with an empty one.",
		);
	});
});
