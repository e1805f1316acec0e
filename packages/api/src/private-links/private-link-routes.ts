import { randomBytes } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { AREAS, type Area } from "@footfall/shared/areas";
import type { Selectable } from "kysely";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { createLinkKeys } from "../access/link-key.ts";
import { requireMayPublish } from "../access/rights.ts";
import { hashPassword } from "../accounts/passwords.ts";
import type { PrivateLinkTable } from "../database/private-link-table.ts";
import type { Database } from "../database/schema.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import { SITE_READING, SITE_WRITING } from "../sites/configure-site.ts";
import { linkPasswordRoute } from "./link-password.ts";
import { keepMainAreas, type PrivateLinkServices } from "./main-link.ts";
import { mainLinkAreaRoutes } from "./main-link-areas.ts";
import { mainLinkRoutes } from "./main-link-routes.ts";
import {
	CreatedPrivateLink,
	ECHOED_OF_LINK,
	NewPrivateLink,
	orderedAreas,
	PrivateLinkEntry,
	PrivateLinkUpdate,
} from "./private-link-shapes.ts";

type Row = Selectable<PrivateLinkTable>;

/** Of one site, its main link included. */
const MOST_LINKS = 100;
/** 128 bits, so that no key is ever guessed. */
const KEY_BYTES = 16;

const path = "/api/sites/{site}/private-links";
const one = {
	path: `${path}/{linkId}`,
	params: z.object({ linkId: z.string().min(1) }),
} as const;

const entryOf = (row: Omit<Row, "createdBy"> & { createdBy: string | null }): PrivateLinkEntry => ({
	linkId: row.linkId,
	name: row.name,
	areas: row.areas,
	expiresAt: row.expiresAt?.toISOString() ?? null,
	asksPassword: row.passwordHash !== null,
	isMain: row.sealedKey !== null,
	createdAt: row.createdAt.toISOString(),
	createdBy: row.createdBy,
	lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** A site's links with the names of those who made them. */
const linksOf = (database: Database, siteId: number) =>
	database
		.selectFrom("private_link")
		.leftJoin("user", "user.id", "private_link.createdBy")
		.where("private_link.siteId", "=", siteId)
		.selectAll("private_link")
		.select("user.name as createdBy");

/** @throws ApiError 404 */
const findLink = async (database: Database, siteId: number, linkId: string): Promise<Row> =>
	found(
		"Private link",
		await database
			.selectFrom("private_link")
			.selectAll()
			.where("siteId", "=", siteId)
			.where("linkId", "=", definitionNumber(linkId))
			.executeTakeFirst(),
	);

const entryWithId = async (
	database: Database,
	siteId: number,
	linkId: number,
): Promise<PrivateLinkEntry> =>
	entryOf(
		await linksOf(database, siteId)
			.where("private_link.linkId", "=", linkId)
			.executeTakeFirstOrThrow(),
	);

/** @throws ApiError 400 */
const requireToCome = (expiresAt: Date | null | undefined): void => {
	if (expiresAt && expiresAt.getTime() <= Date.now())
		throw new ApiError("INVALID_REQUEST", "expiresAt must be in the future");
};

/** Locks the site's row, so that concurrent requests do not all find room. @throws ApiError 400 */
const requireRoom = async (database: Database, siteId: number): Promise<void> => {
	await database
		.selectFrom("site")
		.select("siteId")
		.where("siteId", "=", siteId)
		.forUpdate()
		.execute();
	const { count } = await database
		.selectFrom("private_link")
		.where("siteId", "=", siteId)
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	if (Number(count) >= MOST_LINKS)
		throw new ApiError("INVALID_REQUEST", `A site can have at most ${MOST_LINKS} private links`, {
			resolution: "Revoke one that nobody needs any more, and try again.",
		});
};

const creating = ({ database, secret }: PrivateLinkServices): Route =>
	route({
		...SITE_WRITING,
		method: "post",
		path,
		summary: "Adds a private link to a site",
		description: `The answer alone holds its key, which is stored as a hash. At most ${MOST_LINKS} a site.`,
		audit: "private-link.create",
		body: NewPrivateLink,
		response: CreatedPrivateLink,
		status: 201,
		handle: async ({ site: { siteId }, caller, body, noteInAudit }) => {
			requireMayPublish(caller);
			requireToCome(body.expiresAt);
			const passwordHash = body.password === null ? null : await hashPassword(body.password);
			await requireRoom(database, siteId);
			const privateLinkKey = randomBytes(KEY_BYTES).toString("hex");
			const areas = orderedAreas(body.areas);
			const now = new Date();
			const { linkId } = await database
				.insertInto("private_link")
				.values({
					...{ siteId, name: body.name, expiresAt: body.expiresAt, passwordHash },
					...{ keyHash: createLinkKeys(secret).hashOf(privateLinkKey), sealedKey: null },
					areas: areas && JSON.stringify(areas),
					...{ createdBy: personIdOf(caller), createdAt: now, updatedAt: now },
				})
				.returning("linkId")
				.executeTakeFirstOrThrow();
			noteInAudit({ name: body.name });
			return { ...(await entryWithId(database, siteId, linkId)), privateLinkKey };
		},
	});

const endOf = (expiresAt: Date | null): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Whether a change shows more than before, or to more people. */
const isWider = (before: Row, { areas, expiresAt, password }: PrivateLinkUpdate): boolean => {
	const shown: readonly Area[] = before.areas ?? AREAS;
	return (
		(areas !== undefined && (areas ?? AREAS).some((area) => !shown.includes(area))) ||
		(expiresAt !== undefined && endOf(expiresAt) > endOf(before.expiresAt)) ||
		password !== undefined
	);
};

const changing = ({ database }: PrivateLinkServices): Route =>
	route({
		...SITE_WRITING,
		...one,
		method: "put",
		summary: "Changes a private link of a site",
		description:
			"Send the fields to change; the address stays. Every change asks holders of a link with a password for it again.",
		audit: "private-link.update",
		body: PrivateLinkUpdate,
		echoed: ECHOED_OF_LINK,
		response: PrivateLinkEntry,
		handle: async ({ site, caller, params, body, noteInAudit }) => {
			const before = await findLink(database, site.siteId, params.linkId);
			if (isWider(before, body)) requireMayPublish(caller);
			const { name, expiresAt, password } = body;
			// A client may send back what it got.
			if (endOf(expiresAt ?? null) !== endOf(before.expiresAt)) requireToCome(expiresAt);
			const areas = body.areas === undefined ? undefined : orderedAreas(body.areas);
			const changes = {
				...(name !== undefined && { name }),
				...(areas !== undefined && { areas: areas && JSON.stringify(areas) }),
				...(expiresAt !== undefined && { expiresAt }),
				...(password !== undefined && {
					passwordHash: password === null ? null : await hashPassword(password),
				}),
			};
			if (Object.keys(changes).length === 0)
				throw new ApiError("INVALID_REQUEST", "No fields to update");
			noteInAudit({ name: name ?? before.name });
			if (areas !== undefined && before.sealedKey !== null)
				await keepMainAreas(database, site, areas);
			await database
				.updateTable("private_link")
				.set({ ...changes, updatedAt: new Date() })
				.where("linkId", "=", before.linkId)
				.execute();
			return entryWithId(database, site.siteId, before.linkId);
		},
	});

const revoking = ({ database }: PrivateLinkServices): Route =>
	route({
		...SITE_WRITING,
		...one,
		method: "delete",
		summary: "Revokes a private link of a site",
		description: "Its address ends at once, also in embeds and open streams; other links stay.",
		audit: "private-link.delete",
		response: Success,
		handle: async ({ site: { siteId }, params, noteInAudit }) => {
			const { linkId, name } = await findLink(database, siteId, params.linkId);
			noteInAudit({ name });
			await database.deleteFrom("private_link").where("linkId", "=", linkId).execute();
			return { success: true };
		},
	});

/** Links that show a site's analytics without an account. */
export const privateLinkRoutes = (services: PrivateLinkServices): readonly Route[] => {
	const { database } = services;
	return [
		...mainLinkRoutes(services),
		...mainLinkAreaRoutes(database),
		route({
			...SITE_READING,
			path,
			summary: "The private links of a site",
			description: "The oldest first, expired ones included, without their keys.",
			response: z.strictObject({ data: z.array(PrivateLinkEntry) }),
			handle: async ({ site: { siteId } }) => {
				const rows = await linksOf(database, siteId)
					.orderBy("private_link.linkId")
					// The main link needs no room.
					.limit(MOST_LINKS + 1)
					.execute();
				return { data: rows.map(entryOf) };
			},
		}),
		creating(services),
		changing(services),
		revoking(services),
		linkPasswordRoute(services),
	];
};
