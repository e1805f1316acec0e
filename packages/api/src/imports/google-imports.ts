import {
	type GoogleAddresses,
	GoogleFault,
	type GoogleRequest,
	type GoogleSource,
	openGoogleSource,
	propertyOf,
} from "@footfall/imports";
import { ApiError } from "@footfall/shared/api-error";
import type { Logger } from "@footfall/shared/logger";
import { pause } from "@footfall/shared/waiting/pause";
import type { FindSite } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import { onceCommitted } from "../database/atomically.ts";
import type { Imports } from "./imports.ts";
import { readSource } from "./read-source.ts";
import { createImportCalls } from "./serve-imports.ts";

const apiErrorOf = (error: unknown): unknown =>
	error instanceof GoogleFault ? new ApiError("INVALID_REQUEST", error.message) : error;

const NOT_STORED = "The server could not store a part of it; its log says why";

/** Somebody cancelled or deleted the import meanwhile. */
const isEnded = (error: unknown): boolean =>
	error instanceof ApiError && (error.code === "CONFLICT" || error.code === "NOT_FOUND");

/**
 * Imports that this process reads from Google in the background. A key lives as long as its run, in memory only: after a
 * restart, somebody has to give it again.
 */
export const createGoogleImports = ({
	imports,
	findSite,
	logger,
	addresses = {},
	rest = pause,
}: {
	imports: Imports;
	findSite: FindSite;
	logger: Logger;
	addresses?: Partial<GoogleAddresses> | undefined;
	/** Waits, unless the signal is aborted. */
	rest?: typeof pause;
}) => {
	const answerCall = createImportCalls({ imports, findSite });
	const stopping = new AbortController();
	const { signal } = stopping;
	const running = new Map<string, Promise<void>>();

	const open = (request: GoogleRequest, waiting: { importId?: string }) =>
		openGoogleSource(request, {
			addresses,
			signal,
			pause: (ms) => rest(ms, signal),
			onWait: async (wait) => {
				if (waiting.importId === undefined) return;
				const { importId } = waiting;
				const { state } = await answerCall({ call: "wait", importId, waiting: wait });
				if (state !== "receiving") throw new ApiError("CONFLICT", "The import was cancelled");
			},
		});

	const start = (source: GoogleSource, begun: Parameters<typeof readSource>[1]): void => {
		const { importId } = begun;
		if (running.has(importId) || signal.aborted) return;
		const run = readSource(source, begun, { send: answerCall })
			.catch(async (error: unknown) => {
				// It can be continued with the key; one that was cancelled takes no rows any more.
				if (signal.aborted || isEnded(error)) return;
				if (!(error instanceof GoogleFault))
					logger.error(
						{ err: error, importId },
						"An import from Google stopped; it can be continued",
					);
				const reason = error instanceof GoogleFault ? error.message : NOT_STORED;
				await imports.noteFailure(importId, reason);
			})
			.catch((err: unknown) =>
				logger.error(
					{ err, importId },
					"The reason why an import stopped could not be stored; it can be continued",
				),
			)
			.finally(() => running.delete(importId));
		running.set(importId, run);
	};

	return {
		/** Whether this process reads for the import. */
		isReading: (importId: string): boolean => running.has(importId),
		/**
		 * Begins or continues an import, once the key and the property are known to work. It runs in the background.
		 * @throws ApiError for what Google refuses, and while another import of the organization is running
		 */
		begin: async (
			site: Site,
			request: GoogleRequest,
			startedBy: string | null,
		): Promise<string> => {
			const waiting: { importId?: string } = {};
			const source = await open(request, waiting).catch((error: unknown) => {
				throw apiErrorOf(error);
			});
			const property = propertyOf(request.platform, request.property);
			const { record, nextRow } = await imports.beginSource(site, {
				platform: request.platform,
				source: { property, ...source.range, units: source.units(source.range).length },
				asked: request,
				startedBy,
			});
			const { importId, state } = record;
			if (state !== "receiving")
				throw new ApiError(
					"CONFLICT",
					`The days ${source.range.from} to ${source.range.to} of ${property} have already been imported: delete that import first, or choose other days`,
				);
			waiting.importId = importId;
			// A run is no part of the request's transaction.
			await onceCommitted(async () => start(source, { ...record, nextRow }));
			return importId;
		},
		/** Stops reading; what is stored stays. */
		close: async (): Promise<void> => {
			stopping.abort(new Error("The process ends"));
			await Promise.all(running.values());
		},
	};
};
export type GoogleImports = ReturnType<typeof createGoogleImports>;
