import { fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { FRAME_HEADER_BYTES, readFrameHeader, writeFrameHeader } from "./frame.ts";
import { listLogs, listSegments } from "./names.ts";
import { readPosition } from "./position.ts";

const STEP = Buffer.alloc(1024 * 1024);

/** How far a segment has been overwritten. */
const overwrittenUpTo = async (handle: FileHandle): Promise<number> => {
	const header = Buffer.alloc(FRAME_HEADER_BYTES);
	await handle.read(header, 0, header.length, 0);
	const frame = readFrameHeader(header);
	return frame?.kind === "void" ? FRAME_HEADER_BYTES + frame.bodyBytes : 0;
};

/** Overwrites the start of a segment with zeros, and then with the header of one void frame. */
const overwrite = async (
	path: string,
	{ first, byte, offset }: { first: number; byte: number; offset: number },
	signal: AbortSignal,
): Promise<void> => {
	const handle = await open(path, "r+");
	try {
		const end = Math.min(byte, fstatSync(handle.fd).size);
		let at = await overwrittenUpTo(handle);
		if (end <= at || end < FRAME_HEADER_BYTES) return;
		for (; at < end && !signal.aborted; at += STEP.length)
			await handle.write(STEP, 0, Math.min(STEP.length, end - at), at);
		if (signal.aborted) return;
		await handle.datasync();
		const header = Buffer.alloc(FRAME_HEADER_BYTES);
		writeFrameHeader(header, {
			...{ kind: "void", bodyBytes: end - FRAME_HEADER_BYTES, bodyChecksum: 0 },
			...{ first, count: offset - first, appendedAt: 0 },
		});
		await handle.write(header, 0, header.length, 0);
		await handle.datasync();
	} finally {
		await handle.close();
	}
};

/** Overwrites the committed records in the logs' files; fully committed segments are already removed. */
export const overwriteProcessed = async (
	directory: string,
	queueId: string,
	signal: AbortSignal,
): Promise<void> => {
	for (const { path } of listLogs(directory, queueId)) {
		const position = readPosition(path);
		const segment = listSegments(path).find(({ first }) => first === position.segment);
		if (segment) await overwrite(segment.path, { ...segment, ...position }, signal);
	}
};
