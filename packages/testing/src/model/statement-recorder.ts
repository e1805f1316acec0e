import { createRunSql, type ReportStore } from "@footfall/reports/report/run-sql";

/**
 * A store that records its statements. It runs them one after the other, so that those sent after a report's first
 * results keep their order, and shares no rows: the omitted statements would depend on earlier ones.
 */
export const createStatementRecorder = (store: ReportStore) => {
	let sent: string[] = [];
	let last: Promise<unknown> = Promise.resolve();
	const recording: ReportStore = {
		query: (sql, ...rest) => {
			sent.push(sql);
			const rows = last.then(() => store.query<never>(sql, ...rest));
			last = rows.catch(() => {});
			return rows;
		},
	};
	return {
		store: recording,
		/** The statements that were sent during a task. */
		async statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
			sent = [];
			await work();
			return sent;
		},
	};
};

/** The settings at the end of every statement, one by one. */
export const usualSettings = async (): Promise<readonly string[]> => {
	const { store, statementsOf } = createStatementRecorder({ query: async () => [] });
	const [text = ""] = await statementsOf(() => createRunSql(store)("", {}));
	return settingsIn(text);
};

const SETTINGS = /\n +SETTINGS (max_execution_time = [^;]*)$/;
const settingsIn = (text: string) => SETTINGS.exec(text)?.[1]?.trim().split(/,\s+/) ?? [];

/** A statement with only those settings that differ from the usual ones. */
const withOwnSettings = (text: string, usual: readonly string[]) => {
	const settings = settingsIn(text);
	if (settings.length === 0) return text;
	const own = settings.filter((setting) => !usual.includes(setting));
	return text.replace(SETTINGS, own.length === 0 ? "" : `\n  SETTINGS ${own.join(", ")}`);
};

/** Statements under a title. */
export type Titled = readonly [title: string, statements: readonly string[]];

/**
 * The text of a record: each statement once, as it was sent, without the settings common to all.
 * @param elsewhere statements that are recorded elsewhere
 */
export const recordOf = (
	parts: readonly Titled[],
	{ usual, elsewhere = [] }: { usual: readonly string[]; elsewhere?: readonly string[] },
): string => {
	const known = new Set(elsewhere);
	const isNew = (text: string) => {
		const isKnown = known.has(text);
		known.add(text);
		return !isKnown;
	};
	return parts
		.map(([title, statements]): Titled => [title, statements.filter(isNew)])
		.filter(([, statements]) => statements.length > 0)
		.map(([title, statements]) => {
			const texts = statements.map((text) =>
				withOwnSettings(text, usual).replace(/^\n+/, "").trimEnd(),
			);
			return `-- ${title}\n${texts.map((text) => `${text};\n`).join("\n")}`;
		})
		.join("\n");
};
