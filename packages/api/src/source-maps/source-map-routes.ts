import type { Selectable } from "kysely";
import { z } from "zod";
import { onceCommitted } from "../database/atomically.ts";
import type { SourceMapTable } from "../database/source-map-tables.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { MAX_MAPS_AT_ONCE, MAX_RELEASE, withReceivedMaps } from "./receive-maps.ts";
import { resolveStack } from "./resolve-stack.ts";
import {
	ListedRelease,
	MissingMap,
	ResolvedFrame,
	UploadedMap,
	UsedSpace,
} from "./source-map-shapes.ts";
import {
	KEEP_DAYS,
	MAX_SITE_BYTES,
	type MapStorage,
	removeUnused,
	storeMaps,
	usedBy,
} from "./stored-maps.ts";

/** What the routes of source maps need. */
export interface SourceMapDependencies extends MapStorage {
	/** The folder of what is being received. */
	incoming: string;
	/** ms since the epoch; the system's clock by default. */
	now?: (() => number) | undefined;
}

const PATH = "/api/sites/{site}/source-maps";
const tags = ["Source maps"];
const WRITING = { tags, access: { site: "admin", scope: "source-maps:write" } } as const;
const MAX_STACK = 64 * 1024;

const binary = z.string().meta({ format: "binary", examples: ['{"version":3,…}'] });

const UploadForm = z
	.object({
		release: z
			.string()
			.max(MAX_RELEASE)
			.optional()
			.describe("The release of the maps that follow; needed unless a file's hash is sent"),
		file: z
			.string()
			.optional()
			.describe(
				"Path of the minified file whose map follows; by default the map's own name without .map",
			),
		hash: z
			.string()
			.optional()
			.describe("SHA-256 of the minified file whose map follows, as 64 hex characters"),
		map: binary.describe(
			`A source map of up to 50 MB; up to ${MAX_MAPS_AT_ONCE} of them, each after its own \`file\` and \`hash\``,
		),
	})
	.meta({ component: "SourceMapUpload" });

type Row = Selectable<SourceMapTable>;

const latest = (rows: readonly Row[], column: "createdAt" | "lastUsedAt"): string =>
	new Date(Math.max(...rows.map((row) => row[column].getTime()))).toISOString();

const listed = (release: string, rows: readonly Row[]): ListedRelease => ({
	release,
	files: rows.map((row) => ({
		file: row.fileName,
		hash: row.fileHash || null,
		mapHash: row.mapHash,
		bytes: row.bytes,
		sources: row.sources,
		sourcesWithText: row.withContent,
		createdAt: row.createdAt.toISOString(),
		lastUsedAt: row.lastUsedAt.toISOString(),
	})),
	bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
	createdAt: latest(rows, "createdAt"),
	lastUsedAt: latest(rows, "lastUsedAt"),
});

const warningOf = ({ sources, withContent }: { sources: number; withContent: number }) => {
	if (withContent === sources) return null;
	return withContent === 0
		? 'It has no "sourcesContent", so errors show the names and lines of sources, but not their text: let the bundler include it'
		: `Its "sourcesContent" lacks the text of ${sources - withContent} of ${sources} sources, whose lines are not shown`;
};

const uploadRoute = (dependencies: SourceMapDependencies): Route =>
	route({
		...WRITING,
		method: "post",
		path: PATH,
		summary: "Stores source maps of a release",
		description:
			"For the stacks of errors: they are shown to members with the lines of the sources, and to nobody else. All maps of a request are stored, or none. 400 for a file that is no source map, 413 for one that is too large, or beyond what the maps of a site may take.",
		audit: "source-maps.upload",
		multipart: UploadForm,
		status: 201,
		response: z.object({ data: z.array(UploadedMap) }).meta({ component: "UploadedSourceMaps" }),
		handle: async ({ site, upload }) =>
			withReceivedMaps(found("Upload", upload), dependencies.incoming, async (maps) => {
				const now = dependencies.now?.() ?? Date.now();
				const stored = await storeMaps(dependencies, site.siteId, maps, now);
				return {
					data: stored.map((map) => ({
						file: map.fileName,
						hash: map.fileHash || null,
						bytes: map.bytes,
						sources: map.sources,
						isKnown: map.isKnown,
						warning: warningOf(map),
					})),
				};
			}),
	});

/** Stores, lists and deletes the source maps of a site, and resolves stacks with them. No route gives a map out. */
export const sourceMapRoutes = (dependencies: SourceMapDependencies): Route[] => {
	const { database } = dependencies;
	return [
		uploadRoute(dependencies),
		route({
			...WRITING,
			method: "get",
			path: PATH,
			summary: "The source maps of a site by release, the newest first",
			description:
				"The hundred newest releases with what they take. The maps themselves are never given out. `space.bytes` is what all of them take, compressed.",
			query: z.object({
				release: z.string().max(MAX_RELEASE).optional().describe("Only this release"),
			}),
			response: z
				.object({ data: z.array(ListedRelease), space: UsedSpace })
				.meta({ component: "SourceMapList" }),
			handle: async ({ site, query: { release } }) => {
				const newest = database
					.selectFrom("source_map")
					.select("release")
					.where("siteId", "=", site.siteId)
					.groupBy("release")
					.orderBy((columns) => columns.fn.max("createdAt"), "desc")
					.orderBy("release")
					.limit(100);
				const releases =
					release === undefined ? (await newest.execute()).map((row) => row.release) : [release];
				const rows = await database
					.selectFrom("source_map")
					.selectAll()
					.where("siteId", "=", site.siteId)
					.$if(release !== undefined, (rows) => rows.where("release", "=", release ?? ""))
					.orderBy("fileName")
					.orderBy("createdAt", "desc")
					.orderBy("sourceMapId")
					.execute();
				const byRelease = new Map<string, Row[]>(releases.map((name) => [name, []]));
				for (const row of rows) byRelease.get(row.release)?.push(row);
				return {
					data: [...byRelease].flatMap(([name, own]) =>
						own.length > 0 ? [listed(name, own)] : [],
					),
					space: {
						bytes: (await usedBy(database, site.siteId)).bytes,
						maxBytes: MAX_SITE_BYTES,
						days: KEEP_DAYS,
					},
				};
			},
		}),
		route({
			...WRITING,
			method: "delete",
			path: PATH,
			summary: "Deletes the source maps of a release",
			description:
				"Its errors are then shown as the browsers have reported them. 404 if the release has none.",
			audit: "source-maps.delete",
			query: z.object({
				release: z.string().max(MAX_RELEASE).optional().describe("Absent for the maps without one"),
			}),
			response: Success,
			handle: async ({ site: { siteId }, query: { release = "" } }) => {
				const gone = await database
					.deleteFrom("source_map")
					.where("siteId", "=", siteId)
					.where("release", "=", release)
					.returning("mapHash")
					.execute();
				found("Release", gone[0]);
				const hashes = gone.map(({ mapHash }) => mapHash);
				// Files that could not be removed now are removed within an hour.
				await onceCommitted(() => removeUnused(dependencies, siteId, hashes).catch(() => {}));
				return { success: true as const };
			},
		}),
		route({
			tags,
			access: { site: "viewer", scope: "events:read" },
			method: "post",
			path: "/api/sites/{site}/errors/resolve-stack",
			isQuestion: true,
			summary: "The calls of an error's stack, with their lines in the sources",
			description:
				"For a stack as `/errors/events` answers it. `original` is there where a source map of the file was uploaded; `missing` says of the others why not. It changes nothing but the time when a map was last used.",
			body: z.object({
				stack: z.string().min(1).max(MAX_STACK),
				release: z.string().max(MAX_RELEASE).optional(),
				/** SHA-256 of minified files by their address. */
				hashes: z.record(z.string(), z.string().regex(/^[0-9a-fA-F]{64}$/)).optional(),
			}),
			response: z.object({
				data: z
					.object({ frames: z.array(ResolvedFrame), missing: z.array(MissingMap) })
					.meta({ component: "ResolvedStack" }),
			}),
			handle: async ({ site, body: { stack, release = "", hashes = {} } }) => ({
				data: await resolveStack(
					dependencies,
					{ siteId: site.siteId, stack, release: release.trim(), hashes },
					dependencies.now?.() ?? Date.now(),
				),
			}),
		}),
	];
};
