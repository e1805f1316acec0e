import { pageOf, pageParameters } from "@footfall/reports/query/page";
import { z } from "zod";
import type { Caller, User } from "../access/caller.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";

/** Who changes something: a caller, or whoever opened the link of a mail. */
type Actor = Caller | { via: "mail"; user: Pick<User, "id" | "email"> };

/** One administrative change. */
export interface Change {
	/** `site.configure` */
	action: string;
	/** Undefined for the operator. */
	caller: Actor | undefined;
	/** Where it can be read: one organization, or all that a personal change concerns. */
	organizationIds: readonly string[];
	/** The path that was asked. */
	target: string;
	/** What the request carried. Only the names of its fields are kept, and the values of a few. */
	body: unknown;
}

/** Values that say what happened and that nobody minds to see written down. */
const KEPT_VALUES = ["role", "action", "scope", "enabled", "public"];

const MAX_FIELDS = 50;
const MAX_TEXT = 64;

const detailsOf = (body: unknown): Record<string, unknown> => {
	if (typeof body !== "object" || body === null) return {};
	const entries = Object.entries(body);
	if (entries.length === 0) return {};
	const kept = entries.flatMap(([name, value]) => {
		if (!KEPT_VALUES.includes(name)) return [];
		if (typeof value === "string") return [[name, value.slice(0, MAX_TEXT)]];
		return typeof value === "boolean" ? [[name, value]] : [];
	});
	// A body may have fields that no route knows.
	const fields = entries.slice(0, MAX_FIELDS).map(([name]) => name.slice(0, MAX_TEXT));
	return { fields, ...Object.fromEntries(kept) };
};

const personBehind = (caller: Actor | undefined) =>
	caller && caller.via !== "organization-key" ? caller.user : undefined;

/** @returns the ids of the entries, one for each organization */
const insertEntries = async (
	database: Database,
	{ action, caller, organizationIds, target }: Change,
	details: Record<string, unknown>,
): Promise<string[]> => {
	if (organizationIds.length === 0) return [];
	const entry = {
		userId: personBehind(caller)?.id ?? null,
		userEmail: personBehind(caller)?.email ?? null,
		via: caller?.via ?? "operator",
		action,
		target,
		details: JSON.stringify(details),
	};
	const rows = await database
		.insertInto("audit_entry")
		.values(organizationIds.map((organizationId) => ({ ...entry, organizationId })))
		.returning("id")
		.execute();
	return rows.map(({ id }) => id);
};

/** Writes down who changed what; call it in the transaction of the change, so that there is neither without the other. */
export const createRecordChange =
	(database: Database) =>
	async (change: Change): Promise<void> => {
		await insertEntries(database, change, detailsOf(change.body));
	};
export type RecordChange = ReturnType<typeof createRecordChange>;

/**
 * Writes a change down before it is made, with `completed: false`: for one outside this database, which no
 * transaction here can hold together with its entry.
 * @returns what writes down that it was made
 */
export const createAnnounceChange =
	(database: Database) =>
	async (change: Change): Promise<() => Promise<void>> => {
		const details = { ...detailsOf(change.body), completed: false };
		const ids = await insertEntries(database, change, details);
		return async () => {
			if (ids.length === 0) return;
			await database
				.updateTable("audit_entry")
				.set({ details: JSON.stringify({ ...details, completed: true }) })
				.where("id", "in", ids)
				.execute();
		};
	};
export type AnnounceChange = ReturnType<typeof createAnnounceChange>;

/** The organizations that a change of a person's own concerns. */
export const organizationsOfUser = async (
	database: Database,
	userId: string,
): Promise<string[]> => {
	const rows = await database
		.selectFrom("member")
		.select("organizationId")
		.where("userId", "=", userId)
		.execute();
	return rows.map(({ organizationId }) => organizationId);
};

const ENTRIES_PER_PAGE = 50;

const Entry = z.strictObject({
	id: z.string(),
	at: z.iso.datetime(),
	action: z.string(),
	/** null for an organization key or the operator. */
	user: z.strictObject({ id: z.string(), email: z.string().nullable() }).nullable(),
	via: z.enum(["session", "personal-key", "organization-key", "mail", "operator"]),
	target: z.string().nullable(),
	details: z.record(z.string(), z.unknown()),
});

/** Reading an organization's audit log. */
export const auditLog = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/organizations/{organizationId}/audit-log",
		operationId: "getApiOrganizationsOrganizationIdAuditLog",
		summary: "Administrative changes in an organization, the newest first",
		tags: ["Organizations"],
		access: { organization: "owner", scope: "org:read" },
		query: z.object(pageParameters(ENTRIES_PER_PAGE)),
		response: z.strictObject({
			data: z.array(Entry),
			totalCount: z.int(),
		}),
		handle: async ({ organizationId, query }) => {
			const { limit, offset } = pageOf(query, ENTRIES_PER_PAGE);
			const entries = database
				.selectFrom("audit_entry")
				.where("organizationId", "=", organizationId);
			const { count } = await entries
				.select((select) => select.fn.countAll().as("count"))
				.executeTakeFirstOrThrow();
			const rows = await entries
				.selectAll()
				.orderBy("id", "desc")
				.limit(limit)
				.offset(offset)
				.execute();
			return {
				data: rows.map(({ id, at, action, userId, userEmail, via, target, details }) => ({
					id: String(id),
					at: at.toISOString(),
					action,
					user: userId === null ? null : { id: userId, email: userEmail },
					via: Entry.shape.via.parse(via),
					target,
					details,
				})),
				totalCount: Number(count),
			};
		},
	});
