import { createHash } from "node:crypto";
import { GOOGLE_PLATFORMS, PLATFORMS, PlainMapping } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import { pick } from "@footfall/shared/pick";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import { MAX_LEVELS } from "../http/body.ts";
import { refuseWith } from "../http/invalid-body.ts";
import { type Route, route } from "../routing/route.ts";
import type { GoogleImports } from "./google-imports.ts";
import { type ImportRecord, noteOf } from "./import-record.ts";
import type { Imports } from "./imports.ts";

const MAX_BATCH_BYTES = 50 * 1024 * 1024;
/** Twice the batch size of our own command; exports have thirty to fifty columns. */
const MAX_BATCH_ROWS = 20_000;
const MAX_BATCH_VALUES = 1_000_000;

/** Rows are counted before parsing: a few kilobytes of gzip can hold millions of empty ones. */
const LARGE_BODY = {
	maxBytes: MAX_BATCH_BYTES,
	structure: {
		maxDepth: MAX_LEVELS,
		maxRows: MAX_BATCH_ROWS,
		maxValues: MAX_BATCH_VALUES,
		tooMuch: `A batch has at most ${MAX_BATCH_ROWS} rows and ${MAX_BATCH_VALUES} values: send smaller batches`,
	},
};

const counts = z.record(z.string(), z.int());

const Import = z
	.strictObject({
		importId: z.uuid(),
		platform: z.enum([...PLATFORMS, ...GOOGLE_PLATFORMS]),
		importedEvents: z.int().describe("Until it is complete, the events received so far"),
		importedFigures: z
			.int()
			.describe("How many of them are daily totals, not events; see `imported-figures`"),
		skippedEvents: z.int(),
		invalidEvents: z.int(),
		startedAt: z.iso.datetime(),
		completedAt: z.iso.datetime().nullable(),
		skipped: counts.describe("How many were skipped on purpose, by reason"),
		invalid: counts.describe("How many could not be read, by reason"),
		definitions: counts.describe(
			"Once it is complete, for this product's own exports: how many goals, funnels, segments, annotations and settings were added to the site",
		),
		note: z
			.string()
			.nullable()
			.describe(
				"Set if only daily totals were imported, which no list of events or sessions shows",
			),
		failure: z.string().nullable().describe("Why it is not complete, if something failed"),
		state: z
			.enum(["receiving", "finishing", "done", "failed"])
			.describe(
				"`receiving` until the last batch has arrived, `finishing` until its events are visible",
			),
		noted: counts.describe(
			"What limits its sums, such as reports that Google estimated from a sample: a sentence without its number, and the number",
		),
		source: z
			.strictObject({
				property: z.string(),
				from: z.iso.date(),
				to: z.iso.date(),
				done: z.int(),
				total: z.int(),
				isReading: z.boolean().describe("False for one that is complete or was interrupted"),
			})
			.meta({ component: "ImportSource" })
			.nullable()
			.describe("What is read from Google, and how many parts of it are stored; null for files"),
		waiting: z
			.strictObject({ reason: z.string(), until: z.iso.datetime() })
			.meta({ component: "ImportWait" })
			.nullable()
			.describe("Why nothing is read for the moment, such as a used-up quota"),
		invalidRows: z
			.record(z.string(), z.array(z.int()))
			.describe("The first rows that could not be read, by reason; rows are counted from 1"),
	})
	.meta({ component: "Import" });

const total = (byReason: Readonly<Record<string, number>>) =>
	Object.values(byReason).reduce((sum, count) => sum + count, 0);

/** The command says something at least that often. */
const SILENT_AFTER_MS = 15 * 60_000;

const sourceOf = (
	{
		importId,
		source,
		state,
		nextRow,
		startedBy,
		heardAt,
	}: Omit<ImportRecord, "skipped" | "invalid">,
	google: Pick<GoogleImports, "isReading">,
): z.infer<typeof Import>["source"] =>
	source && {
		...pick(source, ["property", "from", "to"]),
		done: state === "receiving" ? Math.min(nextRow, source.units) : source.units,
		total: source.units,
		isReading:
			state === "receiving" &&
			(google.isReading(importId) ||
				// The command reads in a process of its own.
				(startedBy === null && heardAt.getTime() > Date.now() - SILENT_AFTER_MS)),
	};

const answerOf = (
	{ skipped, invalid, ...record }: ImportRecord,
	google: Pick<GoogleImports, "isReading">,
): z.infer<typeof Import> => ({
	...pick(record, ["importId", "platform", "importedEvents", "importedFigures"]),
	skippedEvents: total(skipped),
	invalidEvents: total(invalid),
	startedAt: record.startedAt.toISOString(),
	completedAt: record.completedAt?.toISOString() ?? null,
	skipped,
	invalid,
	definitions: record.definitions,
	note: noteOf(record),
	failure: record.failure,
	state: record.state,
	invalidRows: record.invalidRows,
	noted: record.noted,
	source: sourceOf(record, google),
	waiting: record.waiting && {
		reason: record.waiting.reason,
		until: new Date(record.waiting.until).toISOString(),
	},
});

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const tags = ["Imports"];
const path = "/api/sites/{site}/imports";
const one = { params: z.object({ importId: z.string().min(1) }), response: z.void() } as const;
const writing = {
	tags,
	access: { site: "admin", scope: "sites:write" },
	refuseBody: refuseWith("Validation error"),
} as const;

/** Imports other products' exports, and deletes imports. */
export const importRoutes = (
	imports: Imports,
	google: Pick<GoogleImports, "isReading">,
): readonly Route[] => {
	const find = async (site: Site, importId: string): Promise<ImportRecord> => {
		const record = await imports.find(importId);
		if (record?.siteId !== site.siteId) throw new ApiError("NOT_FOUND", "Import not found");
		return record;
	};
	return [
		route({
			method: "get",
			path,
			summary: "The imports of a site, newest first",
			description:
				"Poll it while an import runs: `state` and the counts say how far it is and what was skipped, by reason.",
			tags,
			access: { site: "viewer", scope: "sites:read" },
			response: z.strictObject({ data: z.array(Import) }),
			handle: async ({ site }) => ({
				data: (await imports.list(site.siteId)).map((record) => answerOf(record, google)),
			}),
		}),
		route({
			...writing,
			method: "post",
			path,
			summary: "Starts an import of data exported from another product",
			description:
				"An organization can run one import at a time. `mapping` maps fields to columns of the plain format.",
			audit: "import.create",
			body: z.object({ platform: z.enum(PLATFORMS), mapping: PlainMapping.optional() }),
			response: z
				.strictObject({
					data: z
						.strictObject({
							importId: z.uuid(),
							allowedDateRange: z
								.strictObject({
									earliestAllowedDate: z.iso.date(),
									latestAllowedDate: z.iso.date(),
								})
								.meta({ component: "AllowedDateRange" }),
						})
						.meta({ component: "CreatedImport" }),
				})
				.meta({ component: "CreatedImportResponse" }),
			handle: async ({ site, caller, body }) => {
				const { importId } = await imports.begin({
					siteId: site.siteId,
					organizationId: site.organizationId,
					platform: body.platform,
					mapping: body.mapping ?? {},
					fingerprint: null,
					startedBy: personIdOf(caller),
				});
				const { from, to } = imports.range();
				return {
					data: {
						importId,
						allowedDateRange: { earliestAllowedDate: dayOf(from), latestAllowedDate: dayOf(to) },
					},
				};
			},
		}),
		route({
			...writing,
			...one,
			method: "post",
			path: `${path}/{importId}/events`,
			summary: "Adds rows to an import, unchanged from the export",
			description:
				"Up to 50 MB, 20,000 rows and 1,000,000 values; larger batches are rejected with 413. Sending the same body again changes nothing, so a batch without a response can be repeated. `isLastBatch` finishes the import: its events are in the reports once it has a `completedAt`.",
			largeBody: LARGE_BODY,
			body: z.object({
				events: z.array(z.record(z.string(), z.unknown())).max(MAX_BATCH_ROWS),
				isLastBatch: z.boolean().optional(),
			}),
			handle: async ({ site, params, body }) => {
				const record = await find(site, params.importId);
				const digest = createHash("sha256").update(JSON.stringify(body.events)).digest("hex");
				if (body.events.length > 0) await imports.takeRaw(record, body.events, digest);
				if (body.isLastBatch === true) await imports.complete(record);
			},
		}),
		route({
			...writing,
			...one,
			method: "post",
			path: `${path}/{importId}/cancel`,
			summary: "Cancels an import that is still receiving rows, and deletes those received",
			description:
				"The site looks as before the import. One that is complete can be deleted instead.",
			audit: "import.cancel",
			handle: async ({ site, params, recordPending }) => {
				await imports.cancel(await find(site, params.importId), recordPending);
			},
		}),
		route({
			...writing,
			...one,
			method: "delete",
			path: `${path}/{importId}`,
			summary: "Deletes an import and everything that it added",
			description:
				"Imported events and daily totals disappear from all reports; the site's own events stay.",
			audit: "import.delete",
			handle: async ({ site, params, recordPending }) => {
				await imports.remove(await find(site, params.importId), recordPending);
			},
		}),
	];
};
