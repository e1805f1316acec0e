import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

export type FileEncoding = "br" | "gzip" | "identity";

/** A script in the encodings in which it is sent. */
export interface ServedFile {
	etag: string;
	bodies: Readonly<Record<FileEncoding, Buffer>>;
}

const ETAG_CHARACTERS = 22;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses once what is sent often. */
export const servedFile = async (source: string): Promise<ServedFile> => {
	const identity = Buffer.from(source);
	const [br, zipped] = await Promise.all([compressBrotli(identity), compressGzip(identity)]);
	const digest = createHash("sha256").update(identity).digest("base64url");
	return {
		// Weak, because the encodings share it.
		etag: `W/"${digest.slice(0, ETAG_CHARACTERS)}"`,
		bodies: { br, gzip: zipped, identity },
	};
};
