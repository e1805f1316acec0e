import type { Column } from "@footfall/reports/export/columns";
import { csvPieces } from "@footfall/reports/export/csv";
import { fileNameOf } from "@footfall/reports/export/file-answer";
import { ApiError } from "@footfall/shared/api-error";
import type { Selectable } from "kysely";
import { z } from "zod";
import { AuditEntry, auditEntryOf } from "../audit/audit-entry.ts";
import type { AuditTable, Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";

/** Read at a time: a file of any length takes the memory of one page. */
const PAGE = 1000;

const instant = (name: string) =>
	z
		.union([z.iso.date(), z.iso.datetime({ offset: true })], {
			error: `${name} must be a day such as 2026-11-01 (UTC), or a time such as 2026-11-01T09:30:00Z`,
		})
		.transform((text) => new Date(text))
		.optional();

const ExportQuery = z.object({
	format: z.enum(["csv", "jsonl"]).default("csv"),
	from: instant("from").meta({ description: "The first instant; all before are left out." }),
	to: instant("to").meta({ description: "The first instant that is left out." }),
});

const text = (name: string): Column => ({ name, kind: "text", isOptional: false });
const COLUMNS: readonly Column[] = [
	...["id", "at", "action", "userId", "userEmail", "via", "target"].map(text),
	{ name: "details", kind: "json", isOptional: false },
];

const { user: _, ...shape } = AuditEntry.shape;
/** An entry in one level, as a row of a file has it. */
const AuditRow = z
	.strictObject({ ...shape, userId: z.string().nullable(), userEmail: z.string().nullable() })
	.meta({ component: "AuditRow" });
type AuditRow = z.infer<typeof AuditRow>;

const rowOf = (entry: Selectable<AuditTable>): AuditRow => {
	const { user, ...rest } = auditEntryOf(entry);
	return { ...rest, userId: user?.id ?? null, userEmail: user?.email ?? null };
};

/** The entries of a period, oldest first, in pages. */
const pagesOf = async function* (
	database: Database,
	{ organizationId, from, to }: { organizationId: string; from?: Date; to?: Date },
	signal: AbortSignal,
): AsyncGenerator<AuditRow[]> {
	let after = "0";
	for (;;) {
		if (signal.aborted) return;
		const rows = await database
			.selectFrom("audit_entry")
			.selectAll()
			.where("organizationId", "=", organizationId)
			.where("id", ">", after)
			.$if(from !== undefined, (log) => log.where("at", ">=", from ?? new Date()))
			.$if(to !== undefined, (log) => log.where("at", "<", to ?? new Date()))
			.orderBy("id")
			.limit(PAGE)
			.execute();
		if (rows.length > 0) yield rows.map(rowOf);
		const last = rows.at(-1);
		if (last === undefined || rows.length < PAGE) return;
		after = String(last.id);
	}
};

const linesOf = async function* (pages: AsyncIterable<readonly AuditRow[]>) {
	for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join("");
};

/** An organization's audit log as a file. */
export const auditExportRoute = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/organizations/{organizationId}/audit-log/export",
		summary: "The audit log as a file, oldest first",
		description:
			"As CSV, or with `format=jsonl` as lines of JSON; of the instants from `from` until before `to`. Written while it is sent, however long it is.",
		tags: ["Organizations"],
		access: { organization: "owner", scope: "org:read" },
		query: ExportQuery,
		files: ["text/csv", "application/x-ndjson"],
		response: z.array(AuditRow),
		isExport: true,
		handle: async ({ organizationId, query: { format, from, to }, signal }) => {
			if (from && to && from >= to) throw new ApiError("INVALID_REQUEST", "from must be before to");
			const period = { organizationId, ...(from && { from }), ...(to && { to }) };
			const pages = pagesOf(database, period, signal);
			const day = new Date().toISOString().slice(0, 10);
			const isCsv = format === "csv";
			return {
				name: `${fileNameOf("audit-log", day)}.${format}`,
				type: isCsv
					? "text/csv; charset=utf-8; header=present"
					: "application/x-ndjson; charset=utf-8",
				pieces: isCsv ? csvPieces(COLUMNS, pages) : linesOf(pages),
			};
		},
	});
