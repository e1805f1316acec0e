import type { Caller, User } from "../access/caller.ts";
import type { Database } from "../database/schema.ts";
import { sendEntries } from "./send-entries.ts";

/** The author of a change: a caller, the person who opened a mailed link, or one whom a provider vouches for. */
type Actor = Caller | { via: "mail" | "provider"; user: Pick<User, "id" | "email"> };

/** One administrative change. */
export interface Change {
	/** `site.configure` */
	action: string;
	/** Undefined for the operator. */
	caller: Actor | undefined;
	/** The organizations whose logs show it: one, or all of a person's. */
	organizationIds: readonly string[];
	/** The path of the request. */
	target: string;
	/** The request's body. Only field names are kept, and a few values. */
	body: unknown;
	/** Short values that the route adds. */
	noted?: Readonly<Record<string, string>>;
}

/** Fields whose values explain a change and are not sensitive. */
const KEPT_VALUES = ["role", "action", "scope", "enabled", "public"];

const MAX_FIELDS = 50;
const MAX_TEXT = 64;

const fieldsOf = (body: unknown): Record<string, unknown> => {
	if (typeof body !== "object" || body === null) return {};
	const entries = Object.entries(body);
	if (entries.length === 0) return {};
	const kept = entries.flatMap(([name, value]) => {
		if (!KEPT_VALUES.includes(name)) return [];
		if (typeof value === "string") return [[name, value.slice(0, MAX_TEXT)]];
		return typeof value === "boolean" ? [[name, value]] : [];
	});
	// A body may have unknown fields.
	const fields = entries.slice(0, MAX_FIELDS).map(([name]) => name.slice(0, MAX_TEXT));
	return { fields, ...Object.fromEntries(kept) };
};

const detailsOf = ({ body, noted }: Change): Record<string, unknown> => ({
	...fieldsOf(body),
	...noted,
});

/** @returns the ids of the entries, one for each organization */
const insertEntries = async (
	database: Database,
	{ action, caller, organizationIds, target }: Change,
	details: Record<string, unknown>,
): Promise<string[]> => {
	if (organizationIds.length === 0) return [];
	const user = caller && caller.via !== "organization-key" ? caller.user : undefined;
	const entry = {
		userId: user?.id ?? null,
		userEmail: user?.email ?? null,
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
	const ids = rows.map(({ id }) => id);
	await sendEntries(database, ids, "written");
	return ids;
};

/** Writes a change to the audit log; call it in the transaction of the change, so that both or neither are stored. */
export const recordChange = async (database: Database, change: Change): Promise<void> => {
	await insertEntries(database, change, detailsOf(change));
};

/**
 * Logs a change before it is made, with `completed: false`: for a change outside this database, which no
 * transaction can combine with its entry.
 * @returns a function that marks it as completed
 */
export const recordPendingChange = async (
	database: Database,
	change: Change,
): Promise<() => Promise<void>> => {
	const details = { ...detailsOf(change), completed: false };
	const ids = await insertEntries(database, change, details);
	return async () => {
		if (ids.length === 0) return;
		await database
			.updateTable("audit_entry")
			.set({ details: JSON.stringify({ ...details, completed: true }) })
			.where("id", "in", ids)
			.execute();
		await sendEntries(database, ids, "completed");
	};
};

/** The organizations of a person: their logs show the person's changes to their own account. */
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
