import { z } from "zod";

/** A map that an upload has stored. */
export const UploadedMap = z
	.object({
		file: z.string(),
		/** SHA-256 of the minified file; null if it was not sent. */
		hash: z.string().nullable(),
		/** Of the map, uncompressed. */
		bytes: z.int(),
		sources: z.int(),
		/** Whether the same map was there already. */
		isKnown: z.boolean(),
		/** What is missing in it. */
		warning: z.string().nullable(),
	})
	.meta({ component: "UploadedSourceMap" });

const ListedMap = z
	.object({
		file: z.string(),
		hash: z.string().nullable(),
		/** SHA-256 of the map. */
		mapHash: z.string(),
		bytes: z.int(),
		sources: z.int(),
		/** How many of its sources have their text in the map. */
		sourcesWithText: z.int(),
		createdAt: z.string(),
		lastUsedAt: z.string(),
	})
	.meta({ component: "SourceMapFile" });

/** A release with the maps of its files. */
export const ListedRelease = z
	.object({
		/** "" for maps without one. */
		release: z.string(),
		files: z.array(ListedMap),
		bytes: z.int(),
		createdAt: z.string(),
		lastUsedAt: z.string(),
	})
	.meta({ component: "SourceMapRelease" });
export type ListedRelease = z.infer<typeof ListedRelease>;

/** What a site's maps take, as they are stored, and may take. */
export const UsedSpace = z
	.object({ bytes: z.int(), maxBytes: z.int(), days: z.int() })
	.meta({ component: "SourceMapSpace" });

const Context = z
	.object({ before: z.array(z.string()), line: z.string(), after: z.array(z.string()) })
	.meta({ component: "SourceContext" });

const OriginalFrame = z
	.object({
		source: z.string(),
		line: z.int(),
		column: z.int(),
		/** What is called or read there, if the map says so. */
		name: z.string().nullable(),
		/** The named function around it, as the text of the source tells; "" outside of one, null without the text. */
		function: z.string().nullable(),
		/** null where the map lacks the text of the source. */
		context: Context.nullable(),
	})
	.meta({ component: "OriginalFrame" });

/** A call of a stack. */
export const ResolvedFrame = z
	.object({
		/** "" for code outside any function. */
		functionName: z.string(),
		file: z.string(),
		line: z.int(),
		column: z.int().nullable(),
		/** Where the call stands in the sources; absent without a source map. */
		original: OriginalFrame.optional(),
	})
	.meta({ component: "ResolvedFrame" });
export type ResolvedFrame = z.infer<typeof ResolvedFrame>;

/** Why the calls of a file are shown as the browser has them. */
export const MissingMap = z
	.object({
		file: z.string(),
		/** `no_map`: none was uploaded · `unreadable`: what `detail` says · `unavailable`: its bucket does not answer */
		reason: z.enum(["no_map", "unreadable", "unavailable"]),
		detail: z.string().nullable(),
	})
	.meta({ component: "MissingSourceMap" });
export type MissingMap = z.infer<typeof MissingMap>;
