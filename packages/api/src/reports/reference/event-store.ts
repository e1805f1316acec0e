import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "chdb";
import type { ReportStore } from "../report.ts";

export interface TestStore extends ReportStore {
	insert(
		table: string,
		columns: readonly string[],
		rows: readonly (readonly unknown[])[],
	): Promise<unknown>;
	command(sql: string): Promise<unknown>;
	close(): Promise<void>;
}

export const openTestStore = async (): Promise<TestStore> => {
	const directory = mkdtempSync(join(tmpdir(), "reports-"));
	const session = new Session(directory);
	const schema = readFileSync(
		new URL("../../../../store/src/schema/0001-events.sql", import.meta.url),
		"utf8",
	);
	for (const statement of schema.replace(/--.*$/gm, "").split(";"))
		if (statement.trim()) session.query(statement);
	return {
		query: async (sql, parameters = {}) => {
			const text = (
				await session.queryBindAsync(
					`${sql}, output_format_json_quote_64bit_integers = 0`,
					parameters,
					{
						format: "JSONEachRow",
					},
				)
			).text();
			return text
				.split("\n")
				.filter((line) => line !== "")
				.map((line) => JSON.parse(line));
		},
		insert: async (table, columns, rows) => {
			session.query(
				`INSERT INTO ${table} (${columns.join(", ")}) FORMAT JSONCompactEachRow ${rows.map((row) => JSON.stringify(row)).join("\n")}`,
			);
		},
		command: async (sql) => session.query(sql),
		close: async () => {
			session.cleanup();
			rmSync(directory, { recursive: true, force: true });
		},
	};
};
