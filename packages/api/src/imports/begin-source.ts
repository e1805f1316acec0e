import type { DayRange } from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import type { Site } from "../access/site.ts";
import type { ImportSource } from "../database/import-tables.ts";
import type { Database } from "../database/schema.ts";
import {
	findResumable,
	findUnfinished,
	type ImportRecord,
	type NewImport,
	updateImport,
} from "./import-record.ts";

/**
 * Begins an import that is read from a service, or finds the one that reads the same property, and its first missing
 * unit.
 * @param given.asked days that were asked for: an unfinished import of others must not be taken for it
 * @throws ApiError 429 while another import of the organization is running
 */
export const createBeginSource =
	(database: Database, begin: (given: NewImport) => Promise<ImportRecord>) =>
	async (
		site: Site,
		{
			platform,
			source,
			asked,
			startedBy,
		}: Pick<ImportRecord, "platform" | "startedBy"> & {
			source: ImportSource;
			asked: Partial<DayRange>;
		},
	) => {
		const { siteId, organizationId } = site;
		const { property } = source;
		const unfinished = await findUnfinished(database, { siteId, platform, property });
		if (unfinished) {
			const { from, to } = unfinished.record.source ?? source;
			if ((asked.from ?? from) !== from || (asked.to ?? to) !== to)
				throw new ApiError(
					"CONFLICT",
					`An import of ${property} from ${from} to ${to} is not complete: continue it with these days, or cancel it first`,
				);
			await updateImport(database, unfinished.record.importId, { failure: null }).execute();
			return unfinished;
		}
		const fingerprint = [platform, property, source.from, source.to].join(" ");
		const known = await findResumable(database, siteId, fingerprint);
		if (known) return known;
		const record = await begin({
			siteId,
			organizationId,
			platform,
			mapping: {},
			fingerprint,
			source,
			startedBy,
		});
		return { record, nextRow: 0 };
	};
