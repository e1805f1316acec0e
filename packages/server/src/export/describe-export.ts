/** Describes the export; it is written last, so an export without it is incomplete. */
export const DESCRIPTION_FILE = "export.json";

/** How much of each file an import restores, or why nothing. */
const COMING_BACK: Readonly<Record<string, string>> = {
	definitions:
		"Goals, funnels, segments, annotations, saved questions and boards are restored, without their authors. Settings are restored unless the site has its own; access to the site is not.",
	events: "Restored, with ids, sessions and users.",
	bots: "Restored. Those older than three months are removed again, as all bots are.",
	traits: "Restored.",
	devices: "Restored.",
	figures: "Restored.",
	searches: "Restored.",
	sessions: "Not restored as rows: sessions are derived from the events again.",
	replays: "Not restored.",
};

/** Data of a whole product rather than of one site. */
const NOT_EXPORTED =
	"Accounts, teams, API keys, the private links, the audit log and the list of imports are not part of an export.";

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
