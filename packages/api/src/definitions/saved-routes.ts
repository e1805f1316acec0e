import type { PseudonymsOf } from "@footfall/reports/query/pseudonyms";
import { z } from "zod";
import type { Grant } from "../access/access.ts";
import { personIdOf } from "../access/caller.ts";
import { requireScopesOfAreas } from "../access/shown-areas.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { BOARDS } from "./boards.ts";
import { definitionNumber, ECHOED, editable, mayEdit, scopedTo } from "./definition.ts";
import {
	insertSaved,
	type SavedKind,
	type SavedRow,
	SavedVersion,
	savedItemsOf,
	updateSaved,
} from "./saved-item.ts";
import { SAVED_QUESTIONS } from "./saved-questions.ts";

const reading = {
	method: "get",
	access: { site: "read", scope: "dashboards:read", areas: [] },
} as const;
const ofMembers = { site: "viewer", scope: "dashboards:read" } as const;
const writing = { site: "member", scope: "dashboards:write" } as const;
type Reader = Grant<typeof reading.access>;
type Writer = Grant<typeof writing>;

interface Dependencies {
	database: Database;
	pseudonymsOf: PseudonymsOf;
	quotas: Quotas;
}

/** Reading, checking and showing the items of a kind. */
const createShelf = <Content extends object>(
	{ database, pseudonymsOf }: Dependencies,
	kind: SavedKind<Content>,
) => {
	/** The answers that a reader may have: a limited private link leaves out what it does not show. */
	const shownTo = async (
		{ site, caller, role, shownAreas }: Reader,
		rows: readonly SavedRow<Content>[],
	): Promise<object[]> => {
		const pseudonyms = caller ? undefined : pseudonymsOf(site.siteId);
		const companions = await kind.companionsOf(database, site);
		const isShown = ({ content }: SavedRow<Content>) =>
			shownAreas === undefined ||
			companions.areasOf(content).every((area) => shownAreas.includes(area));
		return rows.filter(isShown).map((row) => {
			const { id, kind: _, content, ...rest } = row;
			return {
				...withIsoTimes(rest),
				[kind.idName]: id,
				// Visitors see neither authors nor their names.
				userId: role ? row.userId : null,
				userName: role ? row.userName : null,
				...(pseudonyms ? companions.forVisitor(content, pseudonyms) : content),
				...companions.besides(content, pseudonyms),
				canEdit: mayEdit(row, caller, role),
			};
		});
	};
	const read = ({ site }: Reader, reference?: string) =>
		savedItemsOf<Content>(
			database,
			kind.kind,
			site,
			reference === undefined ? undefined : definitionNumber(reference),
		);
	/** @throws ApiError 404 */
	const one = async (grant: Reader, reference: string): Promise<object> => {
		const [shown] = await shownTo(grant, await read(grant, reference));
		return found(kind.what, shown);
	};
	return {
		all: async (grant: Reader) => shownTo(grant, await read(grant)),
		one,
		/** @throws ApiError 403 or 404 */
		findEditable: async (grant: Writer, reference: string): Promise<SavedRow<Content>> => {
			const [row] = await read(grant, reference);
			return editable(found(kind.what, row), grant);
		},
		/** @throws ApiError 404 */
		findOne: async (grant: Writer, reference: string): Promise<SavedRow<Content>> => {
			const [row] = await read(grant, reference);
			return found(kind.what, row);
		},
		/** A key may save only what it could query. @throws ApiError 400 or 403 */
		requireMaySave: async (
			{ site, caller }: Writer,
			content: Content,
			where: { siteId: number | null; before?: Content },
		): Promise<void> => {
			await kind.requireUsable(content, { database, site, ...where });
			const { areasOf } = await kind.companionsOf(database, site);
			requireScopesOfAreas(caller, areasOf(content));
		},
	};
};
type Shelf<Content extends object> = ReturnType<typeof createShelf<Content>>;

const pathsOf = (kind: SavedKind<object>) => {
	const path = `/api/sites/{site}/${kind.plural}`;
	const params = z.object({ [kind.idName]: z.string() });
	return {
		path,
		one: { path: `${path}/{${kind.idName}}`, params },
		/** The item's number in a path. */
		idIn: (given: Readonly<Record<string, string>>) => given[kind.idName] ?? "",
	};
};

const readingRoutes = <Content extends object>(
	{ database }: Dependencies,
	kind: SavedKind<Content>,
	shelf: Shelf<Content>,
): readonly Route[] => {
	const { path, one, idIn } = pathsOf(kind);
	const tags = [kind.tag];
	return [
		route({
			...reading,
			path,
			tags,
			summary: `The ${kind.tag.toLowerCase()} that apply to a site, by name`,
			description:
				"Those of its organization are included. A limited private link gets those whose every question it shows.",
			response: z.array(kind.response),
			handle: shelf.all,
		}),
		route({
			...reading,
			...one,
			tags,
			summary: `One ${kind.what.toLowerCase()}`,
			description: "To show or edit it. 404 if the caller may not see all that it shows.",
			response: kind.response,
			handle: ({ params, ...grant }) => shelf.one(grant, idIn(params)),
		}),
		route({
			method: "get",
			path: `${one.path}/versions`,
			params: one.params,
			tags,
			access: ofMembers,
			summary: "The last 20 versions, the newest first",
			description: "Who saved each and when, to find the one to restore.",
			response: z.array(SavedVersion),
			handle: async ({ params, ...grant }) => {
				const { id, version: current } = await shelf.findOne(grant, idIn(params));
				const rows = await database
					.selectFrom("saved_item_version as kept")
					.leftJoin("user", "user.id", "kept.userId")
					.where("kept.id", "=", id)
					.select(["kept.version", "kept.name", "kept.userId", "kept.savedAt"])
					.select("user.name as userName")
					.orderBy("kept.version", "desc")
					.execute();
				return rows.map((row) => ({
					...withIsoTimes(row),
					isCurrent: row.version === current,
				}));
			},
		}),
	];
};

const writingRoutes = <Content extends object>(
	{ database, quotas }: Dependencies,
	kind: SavedKind<Content>,
	shelf: Shelf<Content>,
): readonly Route[] => {
	const { path, one, idIn } = pathsOf(kind);
	const shared = { tags: [kind.tag], access: writing, response: kind.response } as const;
	const echoed = [...ECHOED, kind.idName, "version", "canEdit", "questions"];
	const what = kind.what.toLowerCase();
	/** Writes a change and answers with the result. */
	const write = async (
		grant: Writer,
		row: SavedRow<Content>,
		change: { name: string; content: Content; siteId: number | null },
	): Promise<object> => {
		const { siteId, content } = change;
		await shelf.requireMaySave(grant, content, { siteId, before: row.content });
		await updateSaved(database, row.id, { ...change, userId: personIdOf(grant.caller) });
		return shelf.one(grant, String(row.id));
	};
	return [
		route({
			...shared,
			method: "post",
			path,
			summary: `Saves a ${what}, for the site or for its whole organization`,
			description:
				"400 with `QUOTA_REACHED` if there may be no more; 403 for one that shows more than the caller may read.",
			audit: `${kind.kind}.create`,
			body: kind.create,
			status: 201,
			handle: async ({ body, ...grant }) => {
				const { site, caller, role } = grant;
				const content = kind.content.parse(body);
				const siteId = scopedTo(body.scope, site, role);
				await shelf.requireMaySave(grant, content, { siteId });
				const { organizationId } = site;
				const userId = personIdOf(caller);
				await quotas.requireRoom(kind.plural, { userId, organizationId });
				const id = await insertSaved(database, {
					...{ kind: kind.kind, name: body.name, content },
					...{ siteId, organizationId, userId },
				});
				return shelf.one(grant, String(id));
			},
		}),
		route({
			...shared,
			...one,
			method: "put",
			summary: `Changes a ${what}; its last 20 versions are kept`,
			description: "Absent fields stay as they are. Everybody who uses it sees the change.",
			audit: `${kind.kind}.update`,
			body: kind.update,
			echoed,
			handle: async ({ params, body, ...grant }) => {
				const row = await shelf.findEditable(grant, idIn(params));
				return write(grant, row, {
					name: body.name ?? row.name,
					content: kind.content.parse({ ...row.content, ...body }),
					siteId: body.scope ? scopedTo(body.scope, grant.site, grant.role) : row.siteId,
				});
			},
		}),
		route({
			...shared,
			method: "post",
			path: `${one.path}/versions/{version}/restore`,
			params: z.object({ ...one.params.shape, version: z.string() }),
			summary: "Makes an older version the newest one",
			description: "It becomes a new version; the ones between stay in the list.",
			audit: `${kind.kind}.restore`,
			handle: async ({ params, ...grant }) => {
				const row = await shelf.findEditable(grant, idIn(params));
				const version = found(
					"Version",
					await database
						.selectFrom("saved_item_version")
						.select(["name", "content"])
						.where("id", "=", row.id)
						.where("version", "=", definitionNumber(params["version"] ?? ""))
						.executeTakeFirst(),
				);
				const content = kind.content.parse(version.content);
				return write(
					grant,
					// Its cards may show questions that are gone by now.
					{ ...row, content },
					{ name: version.name, content, siteId: row.siteId },
				);
			},
		}),
		route({
			...shared,
			...one,
			method: "delete",
			summary: `Deletes a ${what} with its versions`,
			description: "It cannot be restored.",
			audit: `${kind.kind}.delete`,
			response: Success,
			handle: async ({ params, ...grant }) => {
				const { id } = await shelf.findEditable(grant, idIn(params));
				await database.deleteFrom("saved_item").where("id", "=", id).execute();
				return { success: true };
			},
		}),
	];
};

const routesOfKind = <Content extends object>(
	dependencies: Dependencies,
	kind: SavedKind<Content>,
): readonly Route[] => {
	const shelf = createShelf(dependencies, kind);
	return [...readingRoutes(dependencies, kind, shelf), ...writingRoutes(dependencies, kind, shelf)];
};

/** Saved questions, and boards of them. */
export const savedRoutes = (dependencies: Dependencies): readonly Route[] => [
	...routesOfKind(dependencies, SAVED_QUESTIONS),
	...routesOfKind(dependencies, BOARDS),
];
