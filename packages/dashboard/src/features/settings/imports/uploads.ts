import { useEffect, useState } from "preact/hooks";
import { answerOf, client, postJson } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import { invalidate } from "../../../api/query-cache.ts";
import { batchesOf, chunksOfFiles } from "./batches.ts";
import { forgetUpload, type KeptUpload, keepUpload, keptUploads } from "./kept-upload.ts";
import { type FileFault, UnreadableFile } from "./row-splitter.ts";

/** An import whose files this page is uploading. */
export interface Upload extends KeptUpload {
	rowsSent: number;
	/** 0 to 100. */
	percent: number;
	/** `waiting`: the server does not respond, and the request will be retried. */
	state: "sending" | "waiting" | "stopped" | "sent";
	failure: RequestFailure | undefined;
	fault: FileFault | undefined;
	/** The first files of archives that contain no data. */
	skippedFiles: readonly string[];
}

/** Uploads continue while other pages are open, so they do not belong to one. */
const uploads = new Map<string, Upload>();
const stopped = new Set<string>();
const listeners = new Set<() => void>();

const set = (importId: string, change: Partial<Upload>) => {
	const before = uploads.get(importId);
	if (!before) return;
	uploads.set(importId, { ...before, ...change });
	for (const listener of listeners) listener();
};

export const importsKey = (site: string) => ["imports", site];

const MAX_NAMED_FILES = 20;
const PAUSE_MS = 3000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const sendOnce = async ({ site, importId }: Upload, events: unknown[], isLastBatch: boolean) => {
	const path = `/api/sites/${site}/imports/${importId}/events`;
	await answerOf(postJson(path, { events, ...(isLastBatch && { isLastBatch }) }));
};

/**
 * Sends rows until the API has received them; a repeated batch changes nothing.
 * @throws RequestFailure when it rejects them
 */
const send = async (upload: Upload, events: unknown[], isLastBatch = false): Promise<void> => {
	for (;;) {
		if (stopped.has(upload.importId)) return;
		try {
			return await sendOnce(upload, events, isLastBatch);
		} catch (thrown) {
			const failure = failureOf(thrown);
			if (!failure.isPassing) throw failure;
			set(upload.importId, { state: "waiting" });
			await pause(Math.max(PAUSE_MS, (failure.retryAfter ?? 0) * 1000));
			set(upload.importId, { state: "sending" });
		}
	}
};

const run = async (upload: Upload): Promise<void> => {
	const { importId, files, site } = upload;
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	let batches = 0;
	let rowsSent = 0;
	const skippedFiles: string[] = [];
	const skip = (name: string) => {
		if (skippedFiles.length < MAX_NAMED_FILES) skippedFiles.push(name);
		set(importId, { skippedFiles: [...skippedFiles] });
	};
	try {
		for await (const { rows, bytesRead } of batchesOf(chunksOfFiles(files, skip))) {
			if (stopped.has(importId)) return;
			// Batches from before a reload are already on the server.
			if (++batches > upload.batchesSent) await send(upload, rows);
			rowsSent += rows.length;
			set(importId, {
				rowsSent,
				percent: (bytesRead / Math.max(1, bytes)) * 100,
				batchesSent: Math.max(batches, upload.batchesSent),
			});
			const now = uploads.get(importId);
			if (now && batches > upload.batchesSent) await keepUpload(keptOf(now));
		}
		await send(upload, [], true);
		if (stopped.has(importId)) return;
		set(importId, { state: "sent", percent: 100 });
		await forgetUpload(importId);
	} catch (thrown) {
		if (thrown instanceof UnreadableFile) set(importId, { state: "stopped", fault: thrown.fault });
		else set(importId, { state: "stopped", failure: failureOf(thrown) });
	}
	await invalidate(importsKey(site));
};

const keptOf = ({ importId, site, platform, files, batchesSent }: Upload): KeptUpload => ({
	importId,
	site,
	platform,
	files,
	batchesSent,
});

/** Uploads the files of an import that is receiving rows: from the start, or from where it was interrupted. */
export const startUpload = (kept: KeptUpload): void => {
	const before = uploads.get(kept.importId);
	if (before && before.state !== "stopped") return;
	stopped.delete(kept.importId);
	const upload: Upload = {
		...kept,
		rowsSent: 0,
		percent: 0,
		state: "sending",
		failure: undefined,
		fault: undefined,
		skippedFiles: [],
	};
	uploads.set(kept.importId, upload);
	set(kept.importId, {});
	void keepUpload(kept).then(() => run(upload));
};

/**
 * Resumes the uploads that a reload interrupted, and forgets those that ended elsewhere.
 * @param receiving the imports of the site that still accept rows
 */
export const resumeUploads = async (site: string, receiving: readonly string[]): Promise<void> => {
	for (const kept of await keptUploads()) {
		if (kept.site !== site || uploads.has(kept.importId)) continue;
		if (receiving.includes(kept.importId)) startUpload(kept);
		else await forgetUpload(kept.importId);
	}
};

/**
 * Cancels an upload and its import: the rows received so far are deleted.
 * @throws RequestFailure once all rows were sent
 */
export const cancelImport = async (site: string, importId: string): Promise<void> => {
	stopped.add(importId);
	try {
		await answerOf(postJson(`/api/sites/${site}/imports/${importId}/cancel`, {}));
	} finally {
		uploads.delete(importId);
		await forgetUpload(importId);
		set(importId, {});
		for (const listener of listeners) listener();
		await invalidate(importsKey(site));
	}
};

/** Deletes an import with all its data. */
export const deleteImport = async (site: string, importId: string): Promise<void> => {
	await answerOf(
		client.DELETE("/api/sites/{site}/imports/{importId}", {
			params: { path: { site, importId } },
		}),
	);
	await invalidate(importsKey(site));
};

/** The uploads of this page, by import. */
export const useUploads = (): ReadonlyMap<string, Upload> => {
	const [, redraw] = useState({});
	useEffect(() => {
		const onChange = () => redraw({});
		listeners.add(onChange);
		return () => {
			listeners.delete(onChange);
		};
	}, []);
	return uploads;
};
