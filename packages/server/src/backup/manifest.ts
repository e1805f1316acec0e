import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { BackupTarget } from "./backup-target.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import { isBelow } from "./unpack.ts";

export const FORMAT = 1;
const DIRECTORY = "backups/";
const NAME = /^backups\/(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-[0-9a-f]{8})\.json$/;
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
/** The paths that a backup may restore into a data directory. */
const PLACES =
	/^(accounts|gateway|import-logs|queue|scripts|secret|source-maps|spill(-\d+)?|store)(\/|$)/;

const Piece = z.object({ sha256: Digest, bytes: z.int().min(1) });
const Item = z.object({
	/** Its path in the data directory. */
	path: z.string().regex(PLACES).refine(isBelow),
	isGzip: z.boolean(),
	/** Identifies its unpacked content, so that a later backup recognises it; absent for content that always changes. */
	key: Digest.optional(),
	/** Uncompressed size on disk. */
	bytes: z.int().min(0),
	pieces: z.array(Piece),
});
export type BackupItem = z.infer<typeof Item>;

const Manifest = z.object({
	format: z.literal(FORMAT),
	/** The product's version. */
	version: z.string(),
	/** When the product was frozen, ISO 8601. */
	at: z.iso.datetime(),
	/** A digest of the product's secret, which does not reveal it. */
	secret: Digest,
	/** Data that servers keep. */
	elsewhere: z.array(z.enum(ELSEWHERE)),
	items: z.array(Item),
});
/** A backup's contents. It is written last; a backup without it is incomplete. */
export type BackupManifest = z.infer<typeof Manifest>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** `2026-01-31T120000.000Z-0a1b2c3d`: sorts by time, even within a second. */
export const newBackupName = (at: Date): string =>
	`${at.toISOString().replaceAll(":", "")}-${randomBytes(4).toString("hex")}`;

export const manifestPath = (name: string): string => `${DIRECTORY}${name}.json`;
export const objectPath = (digest: string): string => `objects/${digest.slice(0, 2)}/${digest}`;

/** The names of complete backups among these file names, oldest first. */
export const backupNames = (names: Iterable<string>): string[] =>
	[...names].flatMap((path) => NAME.exec(path)?.[1] ?? []).sort();

/** The checksum comes first, so that a truncated or changed text is detected. */
export const manifestText = (manifest: BackupManifest): string => {
	const text = JSON.stringify(manifest);
	return `${sha256(text)}\n${text}\n`;
};

/** Why a manifest cannot be used. */
export type ManifestFault = "damaged" | "newer";

export const manifestFrom = (bytes: Uint8Array): BackupManifest | ManifestFault => {
	const [digest = "", text = ""] = Buffer.from(bytes).toString().split("\n");
	if (sha256(text) !== digest) return "damaged";
	const value = JSON.parse(text) as { format?: unknown };
	if (typeof value.format === "number" && value.format > FORMAT) return "newer";
	const { success, data } = Manifest.safeParse(value);
	return success ? data : "damaged";
};

/** A target's readable manifests, by name. */
export const readableManifests = async (
	target: BackupTarget,
	names: readonly string[],
): Promise<Map<string, BackupManifest>> => {
	const found = new Map<string, BackupManifest>();
	for (const name of names) {
		const bytes = await target.read(manifestPath(name));
		const manifest = bytes && manifestFrom(bytes);
		if (typeof manifest === "object") found.set(name, manifest);
	}
	return found;
};
