import { randomInt, randomUUID } from "node:crypto";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { SCOPES } from "@footfall/shared/scopes";
import { sql } from "kysely";
import { z } from "zod";
import type { User } from "../access/caller.ts";
import { highestRoleOf } from "../access/roles.ts";
import { hashOfToken } from "../database/hash-of-token.ts";
import { withIsoTimes } from "../database/iso-times.ts";
import type { Database } from "../database/schema.ts";
import { refuseWith } from "../http/invalid-body.ts";
import * as typed from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { KEY_KIND, ORGANIZATION_KEY_PREFIX } from "./key-kind.ts";
import { DEFAULT_WINDOW_MS, KeyLimitFields } from "./key-limit.ts";
import { NewPermissions, permissionsOf } from "./permissions.ts";

const MAX_KEYS_PER_OWNER = 50;
/** As long as the auth library's own keys. */
const KEY_LENGTH = 64;
const START_LENGTH = 6;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** A hundred years; later dates do not fit everywhere. */
const MAX_EXPIRES_IN_SECONDS = 100 * 365 * 24 * 60 * 60;

const NewKeyBody = z
	.object({
		name: typed.name,
		/** Seconds; absent or null = never. */
		expiresIn: z.int().positive().max(MAX_EXPIRES_IN_SECONDS).nullish(),
		permissions: NewPermissions.nullish(),
		/** Requests in a window; absent = the key has no limit of its own. */
		rateLimitMax: KeyLimitFields.shape.rateLimitMax.nullish(),
		/** Milliseconds; a minute by default. */
		rateLimitTimeWindow: KeyLimitFields.shape.rateLimitTimeWindow.nullish(),
	})
	.meta({ component: "ApiKeyCreation" });

/** A key's record with the key itself, which is never shown again. */
const CreatedKey = z
	.strictObject({
		id: z.string(),
		key: z.string(),
		name: z.string(),
		start: z.string(),
		prefix: z.string().nullable(),
		referenceId: z.string(),
		userId: z.string().nullable(),
		configId: z.string(),
		enabled: z.boolean(),
		expiresAt: z.iso.datetime().nullable(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
		rateLimitEnabled: z.boolean(),
		rateLimitMax: z.int().nullable(),
		rateLimitTimeWindow: z.int().nullable(),
		metadata: z.null(),
		permissions: z.record(z.string(), z.array(z.string())).nullable(),
		remaining: z.int().nullable(),
		refillAmount: z.int().nullable(),
		refillInterval: z.int().nullable(),
		requestCount: z.int(),
		lastRefillAt: z.iso.datetime().nullable(),
		lastRequest: z.iso.datetime().nullable(),
	})
	.meta({ component: "CreatedApiKey" });

export interface NewKey extends z.output<typeof NewKeyBody> {
	kind: keyof typeof KEY_KIND;
	/** User or organization id. */
	ownerId: string;
}

const requireRoom = async (database: Database, ownerId: string): Promise<void> => {
	// Two concurrent requests must not both take the last free slot.
	await sql`SELECT pg_advisory_xact_lock(hashtext(${`api keys of ${ownerId}`}))`.execute(database);
	const { count } = await database
		.selectFrom("apikey")
		.select((select) => select.fn.countAll().as("count"))
		.where("referenceId", "=", ownerId)
		.executeTakeFirstOrThrow();
	if (Number(count) >= MAX_KEYS_PER_OWNER)
		throw new ApiError(
			"FORBIDDEN",
			`API key limit reached: at most ${MAX_KEYS_PER_OWNER} keys. Delete one that is no longer used`,
		);
};

/**
 * Creates a key; call it inside a transaction. Only its hash is stored.
 * @throws ApiError 403 when the owner has too many
 */
export const insertKey = async (
	database: Database,
	{ kind, ownerId, name, expiresIn, permissions, rateLimitMax, rateLimitTimeWindow }: NewKey,
) => {
	await requireRoom(database, ownerId);
	const prefix = kind === "organization" ? ORGANIZATION_KEY_PREFIX : null;
	const letters = Array.from({ length: KEY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
	const key = (prefix ?? "") + letters.join("");
	const now = new Date();
	const row = {
		id: randomUUID(),
		configId: KEY_KIND[kind],
		name,
		start: key.slice(0, START_LENGTH),
		referenceId: ownerId,
		prefix,
		key: hashOfToken(key),
		refillInterval: null,
		refillAmount: null,
		lastRefillAt: null,
		enabled: true,
		rateLimitEnabled: Boolean(rateLimitMax),
		rateLimitMax: rateLimitMax ?? null,
		rateLimitTimeWindow: rateLimitMax ? (rateLimitTimeWindow ?? DEFAULT_WINDOW_MS) : null,
		requestCount: 0,
		remaining: null,
		lastRequest: null,
		expiresAt: expiresIn ? new Date(now.getTime() + expiresIn * 1000) : null,
		createdAt: now,
		updatedAt: now,
		permissions: permissions ? JSON.stringify(permissions) : null,
		metadata: null,
	};
	await database.insertInto("apikey").values(row).execute();
	return { ...row, key };
};

/** Whether a person is a viewer wherever they belong, and so changes nothing. */
const onlyReads = async (database: Database, { id, isSystemAdmin }: User): Promise<boolean> => {
	if (isSystemAdmin) return false;
	const rows = await database
		.selectFrom("member")
		.select("role")
		.where("userId", "=", id)
		.execute();
	return rows.length > 0 && rows.every(({ role }) => highestRoleOf(role) === "viewer");
};

/** Everything that a key can read. */
const READING: NonNullable<NewKey["permissions"]> = Object.fromEntries(
	Object.entries(SCOPES).flatMap(([resource, actions]) =>
		(actions as readonly string[]).includes("read") ? [[resource, ["read"]]] : [],
	),
);

/**
 * The permissions of a viewer's new key: all that reads unless some are chosen.
 * @throws ApiError 403 for others
 */
const permissionsOfViewer = (chosen: NewKey["permissions"]): NewKey["permissions"] => {
	const others = Object.entries(chosen ?? {}).flatMap(([resource, actions = []]) =>
		actions.filter((action) => action !== "read").map((action) => `${resource}:${action}`),
	);
	if (others.length === 0) return chosen ?? READING;
	throw new ApiError("FORBIDDEN", "The keys of a viewer can only read", {
		resolution: `Leave out ${others.join(", ")}, or ask an administrator for another role.`,
	});
};

const refuseKey = (issues: readonly Issue[]): ApiError => {
	const isNameMissing = issues.some(({ path }) => path[0] === "name");
	return refuseWith(isNameMissing ? "Name is required" : "Invalid request body")(issues);
};

const shared = {
	method: "post",
	tags: ["API keys"],
	body: NewKeyBody,
	refuseBody: refuseKey,
	response: CreatedKey,
	audit: "key.create",
} as const;

export const apiKeyRoutes = (database: Database): readonly Route[] => {
	const create = async (wanted: NewKey): Promise<z.output<typeof CreatedKey>> => {
		const row = await insertKey(database, wanted);
		return {
			...withIsoTimes(row),
			userId: wanted.kind === "personal" ? wanted.ownerId : null,
			permissions: permissionsOf(row.permissions) as Record<string, string[]> | null,
		};
	};
	return [
		route({
			...shared,
			path: "/api/user/api-keys",
			summary: "Creates an API key for the caller's account",
			description:
				"The key may do what its owner may, limited by `permissions`. A key of somebody who is only a viewer reads: without `permissions` it gets those to read, and others are refused. `key` is shown this once: only its hash is stored.",
			access: { user: true, scope: "unlimited" },
			handle: async ({ caller: { user }, body }) => {
				const permissions = (await onlyReads(database, user))
					? permissionsOfViewer(body.permissions)
					: body.permissions;
				return create({ ...body, permissions, kind: "personal", ownerId: user.id });
			},
		}),
		route({
			...shared,
			path: "/api/organizations/{organizationId}/api-keys",
			summary: "Creates an API key that an organization owns",
			description:
				"For servers and integrations that outlive the person who set them up. `key` is shown this once: only its hash is stored.",
			access: { organization: "admin", scope: "unlimited" },
			handle: ({ organizationId, body }) =>
				create({ ...body, kind: "organization", ownerId: organizationId }),
		}),
	];
};
