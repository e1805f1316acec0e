import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { HELP } from "./commands/commands.ts";
import { environment } from "./configuration/configuration.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = (name: string) => readFileSync(`${root}/docs/${name}`, "utf8");

describe("the manual", () => {
	it.each(Object.keys(environment.shape))("documents the variable %s", (name) =>
		expect(page("configuration.md")).toContain(`\`${name}\``),
	);

	it("describes each command exactly as its help does", () => {
		const commands = [...HELP.matchAll(/^ {2}([a-z-]+) +(.+)$/gm)];
		const rows = commands.map(([, name, summary]) => `| \`${name}\` | ${summary} |`);
		const table = page("operate.md")
			.split("\n")
			.filter((line) => rows.includes(line));
		expect(table.toSorted()).toEqual(rows.toSorted());
	});

	it("lists every metric", () => {
		const names = ["gateway", "server"]
			.map((name) => `${root}/packages/${name}/src`)
			.flatMap((folder) =>
				readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
					(file) => `${folder}/${file}`,
				),
			)
			.filter((file) => file.endsWith(".ts"))
			.flatMap((file) => readFileSync(file, "utf8").match(/(?<=")footfall_[a-z_]+(?=")/g) ?? []);
		expect(names.filter((name) => !page("operate.md").includes(name))).toEqual([]);
	});
});
