import type { Pseudonyms } from "@footfall/reports/query/pseudonyms";
import type { Area } from "@footfall/shared/areas";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database, SavedItemKind, SavedItemTable } from "../database/schema.ts";
import { appliesTo } from "./definition.ts";

/** The name of a saved question, a board, or one of its cards. */
export const SavedName = z.string().trim().min(1).max(120);
/** Whether one site has it, or all of its organization. */
const Scope = z.enum(["site", "organization"]);
export const SavedScope = Scope.optional();

/** What answers have besides the content. */
export const SAVED_FIELDS = {
	siteId: z.int().nullable(),
	organizationId: z.string(),
	userId: z.string().nullable(),
	userName: z.string().nullable(),
	name: z.string(),
	version: z.int(),
	canEdit: z.boolean(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
};

/** A stored saved question or board. */
export interface SavedRow<Content> extends Omit<Selectable<SavedItemTable>, "content"> {
	userName: string | null;
	content: Content;
}

/** What is needed of other definitions to show items of a kind. */
interface Companions<Content> {
	/** The areas of private links that must be shown for it. */
	areasOf(content: Content): readonly Area[];
	/** Further fields of the answer. @param pseudonyms for visitors */
	besides(content: Content, pseudonyms: Pseudonyms | undefined): object;
	/** Without the site's own user ids. */
	forVisitor(content: Content, pseudonyms: Pseudonyms): Content;
}

/** What differs between saved questions and boards. */
export interface SavedKind<Content extends object> {
	kind: SavedItemKind;
	/** In paths and quotas. */
	plural: "questions" | "boards";
	idName: "questionId" | "boardId";
	/** As errors name it. */
	what: string;
	/** In the API's document. */
	tag: string;
	/** Drops the fields that are not content. */
	content: z.ZodType<Content>;
	create: z.ZodType<Content & { name: string; scope?: z.output<typeof SavedScope> }>;
	update: z.ZodType<{ name?: string | undefined; scope?: z.output<typeof SavedScope> }>;
	response: z.ZodType<object>;
	/**
	 * Checks beyond the schema.
	 * @param siteId null for one of the whole organization
	 * @param before what the item had until now
	 * @throws ApiError 400
	 */
	requireUsable(
		content: Content,
		context: {
			database: Database;
			site: Site;
			siteId: number | null;
			before?: Content | undefined;
		},
	): Promise<void>;
	companionsOf(database: Database, site: Site): Promise<Companions<Content>>;
}

/** The saved questions or boards that apply to a site, by name. */
export const savedItemsOf = async <Content>(
	database: Database,
	kind: SavedItemKind,
	site: Site,
	id?: number,
): Promise<SavedRow<Content>[]> => {
	const rows = await database
		.selectFrom("saved_item")
		.where(appliesTo(site))
		.where("kind", "=", kind)
		.$if(id !== undefined, (query) => query.where("saved_item.id", "=", id ?? 0))
		.leftJoin("user", "user.id", "saved_item.userId")
		.selectAll("saved_item")
		.select("user.name as userName")
		.orderBy("saved_item.name")
		.orderBy("saved_item.id")
		.execute();
	// Every row was written by the schema of its kind.
	return rows as SavedRow<Content>[];
};

/** How many versions of each are kept. */
const KEPT_VERSIONS = 20;

/** What a version holds. */
export interface Saved {
	name: string;
	content: object;
	/** Its author. */
	userId: string | null;
}

/** Keeps a version, and drops those that are too old; call it in the transaction that changes the item. */
const keepVersion = async (
	database: Database,
	id: number,
	version: number,
	{ name, content, userId }: Saved,
): Promise<void> => {
	await database
		.insertInto("saved_item_version")
		.values({ id, version, name, content: JSON.stringify(content), userId })
		.execute();
	await database
		.deleteFrom("saved_item_version")
		.where("id", "=", id)
		.where("version", "<=", version - KEPT_VERSIONS)
		.execute();
};

/** Creates an item with its first version. @returns its number */
export const insertSaved = async (
	database: Database,
	{
		name,
		content,
		userId,
		...place
	}: Saved & {
		kind: SavedItemKind;
		siteId: number | null;
		organizationId: string;
		createdAt?: Date;
		updatedAt?: Date;
	},
): Promise<number> => {
	const { id } = await database
		.insertInto("saved_item")
		.values({ ...place, name, userId, content: JSON.stringify(content), version: 1 })
		.returning("id")
		.executeTakeFirstOrThrow();
	await keepVersion(database, id, 1, { name, content, userId });
	return id;
};

/** Changes an item and keeps the new version. @param userId who changes it; its author stays */
export const updateSaved = async (
	database: Database,
	id: number,
	{ siteId, ...saved }: Saved & { siteId: number | null },
): Promise<void> => {
	const row = await database
		.updateTable("saved_item")
		.set(({ eb }) => ({
			siteId,
			name: saved.name,
			content: JSON.stringify(saved.content),
			version: eb("version", "+", 1),
			updatedAt: new Date(),
		}))
		.where("id", "=", id)
		.returning("version")
		.executeTakeFirstOrThrow();
	await keepVersion(database, id, row.version, saved);
};

/** A kept version of a saved question or a board, without its content. */
export const SavedVersion = z
	.strictObject({
		version: z.int(),
		name: z.string(),
		userId: z.string().nullable(),
		userName: z.string().nullable(),
		savedAt: z.iso.datetime(),
		isCurrent: z.boolean(),
	})
	.meta({ component: "SavedVersion" });
