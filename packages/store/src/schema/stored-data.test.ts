import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SCHEMA = new URL("./", import.meta.url);
const page = (name: string) =>
	readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), "utf8");

const statements = readdirSync(SCHEMA)
	.filter((name) => name.endsWith(".sql"))
	.sort()
	.flatMap((name) =>
		readFileSync(new URL(name, SCHEMA), "utf8")
			.replaceAll(/^\s*--.*$/gm, "")
			.split(";"),
	);

/** The columns of each table, from the schema's files. */
const columnsByTable = (): Map<string, Set<string>> => {
	const tables = new Map<string, Set<string>>();
	for (const statement of statements) {
		const made = /CREATE TABLE IF NOT EXISTS (\w+)\s*\(([\s\S]*?)\n\)/.exec(statement);
		if (made)
			tables.set(
				made[1] ?? "",
				new Set(
					[...(made[2] ?? "").matchAll(/^ {4}(?!INDEX)(\w+) \S/gm)].map(([, name = ""]) => name),
				),
			);
		const altered = /ALTER TABLE (\w+)/.exec(statement)?.[1] ?? "";
		for (const [, name = ""] of statement.matchAll(/ADD COLUMN IF NOT EXISTS (\w+)/g))
			tables.get(altered)?.add(name);
	}
	return tables;
};

/** The same from the manual, each with the number of times that it is classified. */
const classifiedByTable = (): Map<string, string[]> => {
	const sections = page("internals/stored-data.md").split(/^## /m).slice(1);
	return new Map(
		sections.map((section) => [
			section.split("\n", 1)[0] ?? "",
			[...section.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
		]),
	);
};

describe("the manual's list of what is stored", () => {
	it("classifies every column of every table, once", () => {
		const sorted = (tables: Iterable<readonly [string, Iterable<string>]>) =>
			Object.fromEntries([...tables].map(([table, names]) => [table, [...names].sort()]));
		expect(sorted(classifiedByTable())).toEqual(sorted(columnsByTable()));
	});

	it("states the retention of every table", () => {
		const privacy = page("privacy.md");
		expect(
			[...columnsByTable().keys()].filter((table) => !privacy.includes(`\`${table}\``)),
		).toEqual([]);
	});
});
