import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";

/** The outcome of restoring definitions from an export. */
interface Restored {
	/** How many were created. */
	taken: number;
	/** How many the site already had. */
	known: number;
	/** Names skipped because the site uses them for other definitions. */
	kept: readonly string[];
	/** How many were skipped for lack of quota; 0 by default. */
	full?: number;
}

/** A kind of definition that can be restored from an export. */
export interface RestorableKind {
	/** The valid content of an export's line, or its error. */
	check(line: Readonly<Record<string, unknown>>): Promise<{ content: object } | { fault: string }>;
	/**
	 * Creates the definitions that the site lacks.
	 * @param options the author, if any, and how many may be created; unlimited by default
	 * @throws ApiError for content that `check` would refuse
	 */
	restore(
		database: Database,
		site: Site,
		contents: readonly object[],
		options?: { userId?: string; places?: number },
	): Promise<Restored>;
}

/** The times and the author of a definition, where known. */
interface Origin {
	createdAt?: Date;
	updatedAt?: Date;
	userId?: string;
}

const moment = z.iso
	.datetime({ offset: true })
	.transform((text) => new Date(text))
	.optional()
	.catch(undefined);
const Moments = z.object({ createdAt: moment, updatedAt: moment });

const timesOf = (line: object): Origin => {
	const { createdAt, updatedAt } = Moments.parse(line);
	return { ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
};

/** Equal for equal content, because a schema gives fields their order. */
const textOf = (content: unknown): string =>
	JSON.stringify(content, (_, value: unknown) => (value === null ? undefined : value));

/** A short description of an error in a definition. */
export const faultIn = (error: unknown): string => {
	if (error instanceof ApiError) return error.message;
	if (!(error instanceof z.ZodError)) throw error;
	const [issue] = error.issues;
	return issue === undefined ? error.message : `${issue.path.join(".")}: ${issue.message}`;
};

/** Restores named definitions: equal content is not created twice, and a name in use keeps its definition. */
export const createRestorableKind = <Content extends object>({
	schema,
	requireUsable = () => undefined,
	nameOf,
	own,
	insert,
}: {
	schema: z.ZodType<Content>;
	/** Checks beyond the schema. @throws ApiError */
	requireUsable?: (content: Content) => void | Promise<void>;
	/** Undefined for kinds without names. */
	nameOf(content: Content): string | undefined;
	/** Stored definitions that apply to the site. */
	own(database: Database, site: Site): Promise<readonly object[]>;
	insert(database: Database, site: Site, content: Content, origin: Origin): Promise<unknown>;
}): RestorableKind => {
	const read = async (line: object): Promise<Content> => {
		const content = schema.parse(line);
		await requireUsable(content);
		return content;
	};
	return {
		check: async (line) => {
			try {
				return { content: { ...(await read(line)), ...timesOf(line) } };
			} catch (error) {
				return { fault: faultIn(error) };
			}
		},
		restore: async (
			database,
			site,
			contents,
			{ userId, places = Number.POSITIVE_INFINITY } = {},
		) => {
			const wanted = await Promise.all(
				contents.map(async (line) => ({
					content: await read(line),
					origin: { ...timesOf(line), ...(userId !== undefined && { userId }) },
				})),
			);
			// Matched one to one, because an export may contain duplicates.
			const unmatched = (await own(database, site)).map((row) => {
				const { data: content } = schema.safeParse(row);
				return { text: textOf(content), name: content && nameOf(content) };
			});
			const missing = wanted.filter(({ content }) => {
				const text = textOf(content);
				const index = unmatched.findIndex((one) => one.text === text);
				if (index !== -1) unmatched.splice(index, 1);
				return index === -1;
			});
			const namesInUse = new Set(unmatched.map(({ name }) => name));
			const kept: string[] = [];
			let taken = 0;
			let full = 0;
			for (const { content, origin } of missing) {
				const name = nameOf(content);
				if (name !== undefined && namesInUse.has(name)) kept.push(name);
				else if (taken >= places) full++;
				else {
					await insert(database, site, content, origin);
					taken++;
				}
			}
			return { taken, kept, full, known: wanted.length - missing.length };
		},
	};
};
