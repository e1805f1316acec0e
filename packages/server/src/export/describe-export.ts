/** Describes the export; it is written last, so an export without it is incomplete. */
export const DESCRIPTION_FILE = "export.json";

/** How much of each file an import restores, or why nothing. */
const COMING_BACK: Readonly<Record<string, string>> = {
	definitions:
		"Goals, funnels, segments and annotations come back, without who made them. Settings come back where the site has not set its own; who may see the site does not.",
	events: "They come back, with their ids, sessions and users.",
	bots: "They come back. Those that are older than three months go again, as all bots do.",
	traits: "They come back.",
	devices: "They come back.",
	figures: "They come back.",
	sessions: "They do not come back as rows: they are made of the events again.",
	replays: "Recordings do not come back.",
};

/** Data of a whole product rather than of one site. */
const NOT_EXPORTED =
	"Accounts, teams, API keys, the private link, the audit log and the list of imports are not part of an export.";

/** A file of an export. */
export interface ExportedFile {
	name: string;
	/** The export's tables that it contains. */
	table: string;
	rows: number;
}

/** One line of JSON: the files of an export, and how much of each an import restores. */
export const describeExport = (
	site: Readonly<Record<string, unknown>>,
	files: readonly ExportedFile[],
	at: Date,
): string => {
	const description = {
		kind: "export",
		exportedAt: at.toISOString(),
		site: { siteId: site["siteId"], id: site["id"], domain: site["domain"] },
		files: files.map(({ name, table, rows }) => ({ name, rows, import: COMING_BACK[table] })),
		notExported: NOT_EXPORTED,
	};
	return `${JSON.stringify(description)}\n`;
};
