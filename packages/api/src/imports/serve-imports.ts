import { GOOGLE_PLATFORMS, PLATFORMS, PlainMapping, type ReadBatch } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import { pick } from "@footfall/shared/pick";
import type { RequestHandler } from "express";
import { z } from "zod";
import type { FindSite } from "../access/find-site.ts";
import { sendJson } from "../http/answer.ts";
import { jsonBodyOf, MAX_LEVELS, readLargeBody } from "../http/body.ts";
import { found } from "../http/found.ts";
import { checked } from "../http/invalid-body.ts";
import { type ImportRecord, noteOf } from "./import-record.ts";
import type { Imports } from "./imports.ts";

const MAX_CALL_BYTES = 256 * 1024 * 1024;
/** Enough for ten thousand parsed rows from our own command. */
const STRUCTURE = {
	maxDepth: MAX_LEVELS,
	maxValues: 10_000_000,
	tooMuch: "The import command sent a larger batch than it produces",
};

/** Parsed rows come from our own command, authenticated by the token, so their shape is not checked again. */
const Read = z.custom<ReadBatch>((value) => typeof value === "object" && value !== null);

const Source = z.object({
	property: z.string(),
	from: z.string(),
	to: z.string(),
	units: z.int().nonnegative(),
});
const Wait = z.object({ reason: z.string(), until: z.number() });

const ImportCallBody = z.discriminatedUnion("call", [
	z.object({
		call: z.literal("begin"),
		site: z.string(),
		platform: z.enum(PLATFORMS),
		mapping: PlainMapping,
		fingerprint: z.string(),
	}),
	z.object({
		call: z.literal("beginSource"),
		site: z.string(),
		platform: z.enum(GOOGLE_PLATFORMS),
		source: Source,
		asked: z.object({ from: z.string().exactOptional(), to: z.string().exactOptional() }),
	}),
	z.object({ call: z.literal("wait"), importId: z.string(), waiting: Wait }),
	z.object({
		call: z.literal("take"),
		importId: z.string(),
		firstRow: z.int().nonnegative(),
		rows: z.int().positive(),
		read: Read,
	}),
	z.object({ call: z.literal("complete"), importId: z.string() }),
	z.object({ call: z.literal("state"), importId: z.string() }),
	z.object({ call: z.literal("giveUp"), importId: z.string(), reason: z.string() }),
]);
/** A call of the import command to the process that holds the databases. */
export type ImportCall = z.infer<typeof ImportCallBody>;

const SHOWN = [
	"importId",
	"state",
	"importedEvents",
	"skipped",
	"invalid",
	"definitions",
	"failure",
	"noted",
	"source",
] as const;

/** An import's progress, as the command shows it. */
export interface ImportState extends Pick<ImportRecord, (typeof SHOWN)[number]> {
	/** The first row to send. */
	nextRow: number;
	/** A hint about a successful import. */
	note: string | null;
	/** The days whose events are accepted: ms since the epoch. */
	range: { from: number; to: number };
}

/** Answers the command's calls, in the backend or in the command's own process. */
export const createImportCalls = ({
	imports,
	findSite,
}: {
	imports: Imports;
	findSite: FindSite;
}) => {
	const stateOf = (record: ImportRecord, nextRow: number): ImportState => ({
		...pick(record, SHOWN),
		nextRow,
		note: noteOf(record),
		range: imports.range(),
	});
	const find = async (importId: string) => found("Import", await imports.find(importId));
	/** @throws ApiError for an unknown site, or while another import is running */
	return async (call: ImportCall): Promise<ImportState> => {
		if (call.call === "begin") {
			const site = await findSite(call.site);
			if (!site) throw new ApiError("NOT_FOUND", `There is no site ${call.site}`);
			const known = await imports.resumable(site.siteId, call.fingerprint);
			if (known) return stateOf(known.record, known.nextRow);
			const begun = await imports.begin({
				siteId: site.siteId,
				organizationId: site.organizationId,
				platform: call.platform,
				mapping: call.mapping,
				fingerprint: call.fingerprint,
				startedBy: null,
			});
			return stateOf(begun, 0);
		}
		if (call.call === "beginSource") {
			const site = await findSite(call.site);
			if (!site) throw new ApiError("NOT_FOUND", `There is no site ${call.site}`);
			const { record, nextRow } = await imports.beginSource(site, {
				...call,
				startedBy: null,
			});
			return stateOf(record, nextRow);
		}
		const record = await find(call.importId);
		if (call.call === "wait") await imports.wait(record, call.waiting);
		if (call.call === "take") await imports.takeRead(record, call);
		if (call.call === "complete") await imports.complete(record);
		if (call.call === "giveUp") await imports.giveUp(record, call.reason);
		return stateOf(await find(call.importId), record.nextRow);
	};
};

/** Answers the calls over HTTP. */
export const serveImports = (dependencies: {
	imports: Imports;
	findSite: FindSite;
}): RequestHandler => {
	const answerCall = createImportCalls(dependencies);
	return async (request, response) => {
		await readLargeBody(request, response, MAX_CALL_BYTES);
		const body = jsonBodyOf(request.body, STRUCTURE);
		const call = checked(ImportCallBody, body, () => new ApiError("INVALID_REQUEST"));
		await sendJson(response, 200, await answerCall(call));
	};
};
