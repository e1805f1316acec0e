import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { ApiError } from "@footfall/shared/api-error";
import { MAX_MAP_BYTES } from "./map-reader.ts";
import { hasHashInName, plainFileName } from "./matching-file.ts";

export const MAX_MAPS_AT_ONCE = 20;
/** Of a request, so that one of many large maps cannot fill the disk. */
const MAX_REQUEST_BYTES = 200 * 1024 * 1024;
const MAX_FIELD_BYTES = 2048;
export const MAX_RELEASE = 200;
export const MAX_FILE_NAME = 500;
/** A sender that stops in the middle would hold one of the few places for large bodies. */
const MAX_SILENCE_MS = 30_000;
const HASH = /^[0-9a-f]{64}$/i;

/** A map that was received; its file is compressed with gzip. */
export interface ReceivedMap {
	release: string;
	fileName: string;
	fileHash: string;
	/** As the sender named it, for messages. */
	mapName: string;
	mapHash: string;
	bytes: number;
	storedBytes: number;
	path: string;
}

const refuse = (message: string): ApiError => new ApiError("INVALID_REQUEST", message);

const tooLarge = (mapName: string) =>
	new ApiError(
		"PAYLOAD_TOO_LARGE",
		`${mapName} has more than ${MAX_MAP_BYTES / 1024 / 1024} MB: split the bundle, or leave out sources that you do not write yourself`,
	);

const isText = (text: string, longest: number) =>
	// Control characters are no part of a name, and PostgreSQL does not store all of them.
	text.length <= longest && !/\p{Cc}/u.test(text);

/** The fields before a map: `release` is for all maps after it, `file` and `hash` are for the next one. */
const createFields = () => {
	let release = "";
	let fileName = "";
	let fileHash = "";
	return {
		take: (name: string, value: string, isCut: boolean): void => {
			if (name === "release") {
				if (isCut || !isText(value, MAX_RELEASE))
					throw refuse(`release must be a text of at most ${MAX_RELEASE} characters`);
				release = value.trim();
			} else if (name === "file") {
				if (isCut || value === "" || !isText(value, MAX_FILE_NAME))
					throw refuse(
						`file must be the name of a minified file, of at most ${MAX_FILE_NAME} characters`,
					);
				fileName = value;
			} else if (name === "hash") {
				if (!HASH.test(value))
					throw refuse("hash must be the SHA-256 of the minified file: 64 hex characters");
				fileHash = value.toLowerCase();
			} else
				throw refuse(`Unknown field "${name.slice(0, 100)}": send release, file, hash and map`);
		},
		ofNextMap: (mapName: string) => {
			const taken = {
				...{ release, fileHash },
				fileName: plainFileName(fileName || mapName.replace(/\.map$/, "")),
			};
			fileName = "";
			fileHash = "";
			if (taken.fileName === "" || !isText(taken.fileName, MAX_FILE_NAME))
				throw refuse("Send the name of the minified file as file, before its map");
			if (release === "" && taken.fileHash === "" && !hasHashInName(taken.fileName))
				throw refuse(
					`Send the release before the map of ${taken.fileName}, or the hash of the file: its name alone does not tell which version it is`,
				);
			return taken;
		},
	};
};

/** Writes a map to a file, compressed. @throws ApiError for one that is too large */
const write = async (stream: BusboyFileStream, mapName: string, path: string) => {
	const hash = createHash("sha256");
	let bytes = 0;
	const measure = new Transform({
		transform: (piece: Buffer, _encoding, done) => {
			hash.update(piece);
			bytes += piece.length;
			done(null, piece);
		},
	});
	await pipeline(stream, measure, createGzip(), createWriteStream(path, { mode: 0o600 }));
	if (stream.truncated) throw tooLarge(mapName);
	return { bytes, storedBytes: (await stat(path)).size, mapHash: hash.digest("hex") };
};

const ignore = () => {};

const parserOf = (request: IncomingMessage) => {
	const type = request.headers["content-type"] ?? "";
	if (!/^multipart\/form-data\s*;/i.test(type))
		throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send the maps as multipart/form-data", {
			resolution: "curl -F release=… -F file=… -F map=@… does, and footfall sourcemaps upload.",
		});
	try {
		return new Busboy({
			headers: { ...request.headers, "content-type": type },
			preservePath: true,
			limits: {
				fieldSize: MAX_FIELD_BYTES,
				fields: 3 * MAX_MAPS_AT_ONCE,
				files: MAX_MAPS_AT_ONCE,
				fileSize: MAX_MAP_BYTES,
			},
		});
	} catch (error) {
		throw refuse(`The body is not multipart/form-data: ${(error as Error).message}`);
	}
};

/**
 * Receives the maps of a request, each as it arrives, in files of a folder.
 * @throws ApiError for what must be changed; the folder may then have files
 */
const receive = async (request: IncomingMessage, folder: string): Promise<ReceivedMap[]> => {
	const parser = parserOf(request);
	const fields = createFields();
	const writing: Promise<ReceivedMap>[] = [];
	const streams: BusboyFileStream[] = [];
	let total = 0;
	const fail = (error: unknown) => void parser.destroy(error as Error);
	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			fail(error);
		}
	};
	// It reports further errors after the first, when nobody waits any more.
	parser.on("error", ignore);
	parser.on("field", (name, value, _nameIsCut, valueIsCut) =>
		attempt(() => fields.take(name, value, valueIsCut)),
	);
	parser.on("file", (name, stream, mapName) => {
		streams.push(stream);
		stream.on("error", ignore);
		const receiveMap = async () => {
			if (name !== "map") throw refuse(`Unknown file "${name.slice(0, 100)}": send it as map`);
			const about = fields.ofNextMap(mapName ?? "");
			const shown = (mapName || `${about.fileName}.map`).slice(0, MAX_FILE_NAME);
			const path = join(folder, `${writing.length}.gz`);
			return { ...about, mapName: shown, path, ...(await write(stream, shown, path)) };
		};
		const received = receiveMap();
		writing.push(received);
		received.catch((error) => {
			stream.resume();
			fail(error);
		});
	});
	for (const limit of ["filesLimit", "fieldsLimit"] as const)
		parser.on(limit, () =>
			fail(refuse(`Send at most ${MAX_MAPS_AT_ONCE} maps with a request, and others with another`)),
		);
	const count = new Transform({
		transform: (piece: Buffer, _encoding, done) => {
			total += piece.length;
			done(
				total > MAX_REQUEST_BYTES
					? new ApiError(
							"PAYLOAD_TOO_LARGE",
							`Send at most ${MAX_REQUEST_BYTES / 1024 / 1024} MB with a request, and other maps with another`,
						)
					: null,
				piece,
			);
		},
	});
	const broken = (reason: string) => () => void count.destroy(new Error(reason));
	request.once("close", () => request.complete || broken("the connection was closed")());
	request.setTimeout(MAX_SILENCE_MS, broken("nothing came for half a minute"));
	request.pipe(count);
	try {
		await pipeline(count, parser);
		return await Promise.all(writing);
	} catch (error) {
		for (const stream of streams) stream.destroy(error as Error);
		// What is still being written must be closed before its folder is removed.
		await Promise.allSettled(writing);
		// The rest is read, because a sender reads the answer only after it has sent everything.
		request.unpipe(count);
		request.resume();
		if (error instanceof ApiError || (error as NodeJS.ErrnoException).code === "ENOSPC")
			throw error;
		throw refuse(`The body is not complete multipart/form-data: ${(error as Error).message}`);
	} finally {
		request.setTimeout(0);
	}
};

/**
 * Receives the maps of a request in a temporary folder, which is removed after the work.
 * @param directory for such folders
 * @throws ApiError that says what to change
 */
export const withReceivedMaps = async <Result>(
	request: IncomingMessage,
	directory: string,
	work: (maps: readonly ReceivedMap[]) => Promise<Result>,
): Promise<Result> => {
	const folder = join(directory, randomUUID());
	await mkdir(folder, { recursive: true, mode: 0o700 });
	try {
		const maps = await receive(request, folder);
		if (maps.length === 0) throw refuse("The request has no map: send each as a file named map");
		return await work(maps);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};
