import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";

/** What became of some definitions of an export. */
export interface Restored {
	/** How many the site has now and did not have before. */
	taken: number;
	/** How many it had already, all the same. */
	known: number;
	/** The names of those that were left out, because the site means something else by them. */
	kept: readonly string[];
}

/** A kind of definition that can come back from an export. */
export interface RestorableKind {
	/** What of an export's line is worth keeping, or what is wrong with it. */
	check(line: Readonly<Record<string, unknown>>): { content: object } | { fault: string };
	/** Makes what the site does not have. @throws ApiError for content that `check` would refuse */
	restore(database: Database, site: Site, contents: readonly object[]): Promise<Restored>;
}

/** When it was made and changed, which comes along where it is told. */
export interface Made {
	createdAt?: Date;
	updatedAt?: Date;
}

const moment = z.iso
	.datetime({ offset: true })
	.transform((text) => new Date(text))
	.optional()
	.catch(undefined);
const Moments = z.object({ createdAt: moment, updatedAt: moment });

const madeAt = (line: object): Made => {
	const { createdAt, updatedAt } = Moments.parse(line);
	return { ...(createdAt && { createdAt }), ...(updatedAt && { updatedAt }) };
};

/** The same for the same content, whichever way round its database keeps it: a schema gives its fields their order. */
const textOf = (content: unknown): string =>
	JSON.stringify(content, (_, value: unknown) => (value === null ? undefined : value));

/** What is wrong with something, in few words. */
export const faultIn = (error: unknown): string => {
	if (error instanceof ApiError) return error.message;
	if (!(error instanceof z.ZodError)) throw error;
	const [issue] = error.issues;
	return issue === undefined ? error.message : `${issue.path.join(".")}: ${issue.message}`;
};

/** Definitions that go by a name: the same content is not made twice, and a name in use keeps its meaning. */
export const restoredByName = <Content extends object>({
	schema,
	requireUsable = () => undefined,
	nameOf,
	own,
	insert,
}: {
	schema: z.ZodType<Content>;
	/** @throws ApiError for what the schema alone does not find */
	requireUsable?: (content: Content) => void;
	/** `undefined` for one without a name. */
	nameOf(content: Content): string | undefined;
	/** Those that apply to the site, as the database has them. */
	own(database: Database, site: Site): Promise<readonly object[]>;
	insert(database: Database, site: Site, content: Content, made: Made): Promise<unknown>;
}): RestorableKind => {
	const read = (line: object): Content => {
		const content = schema.parse(line);
		requireUsable(content);
		return content;
	};
	return {
		check: (line) => {
			try {
				return { content: { ...read(line), ...madeAt(line) } };
			} catch (error) {
				return { fault: faultIn(error) };
			}
		},
		restore: async (database, site, contents) => {
			const wanted = contents.map((line) => ({ content: read(line), made: madeAt(line) }));
			// As often as the site has the same: an export may have two that are alike.
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
			for (const { content, made } of missing) {
				const name = nameOf(content);
				if (name !== undefined && namesInUse.has(name)) kept.push(name);
				else {
					await insert(database, site, content, made);
					taken++;
				}
			}
			return { taken, kept, known: wanted.length - missing.length };
		},
	};
};
