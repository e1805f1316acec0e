import { randomInt, randomUUID } from "node:crypto";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import * as typed from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { KEY_KIND } from "../sign-in/auth.ts";
import { hashOfKey } from "../sign-in/authenticate.ts";
import { DEFAULT_WINDOW_MS } from "./key-limit.ts";
import { NewPermissions, permissionsOf } from "./permissions.ts";

const MAX_KEYS_PER_OWNER = 50;
/** As many as the auth library's own keys have. */
const KEY_LENGTH = 64;
const START_LENGTH = 6;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** A hundred years: beyond it a date no longer fits everywhere. */
const MAX_EXPIRES_IN_SECONDS = 100 * 365 * 24 * 60 * 60;

const NewKeyBody = z.object({
	name: typed.name,
	/** Seconds; absent or null = never. */
	expiresIn: z.int().positive().max(MAX_EXPIRES_IN_SECONDS).nullish(),
	permissions: NewPermissions.nullish(),
	/** Requests in a window; absent = no limit of the key's own. */
	rateLimitMax: z.int().positive().max(1_000_000_000).nullish(),
	/** Milliseconds; a minute unless said. */
	rateLimitTimeWindow: z.int().positive().max(2_000_000_000).nullish(),
});

/** A key's record, and the key itself, which is never shown again. */
const CreatedKey = z.strictObject({
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
});

export interface NewKey {
	kind: keyof typeof KEY_KIND;
	/** User or organization id. */
	ownerId: string;
	name: string;
	expiresIn?: number | null | undefined;
	permissions?: z.infer<typeof NewPermissions> | null | undefined;
	rateLimitMax?: number | null | undefined;
	/** Milliseconds. */
	rateLimitTimeWindow?: number | null | undefined;
}

const randomKey = (prefix: string) =>
	prefix + Array.from({ length: KEY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");

const requireRoom = async (database: Database, ownerId: string): Promise<void> => {
	// Two requests at once must not both see the last free place.
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

const limitOf = ({ rateLimitMax, rateLimitTimeWindow }: NewKey) => ({
	rateLimitEnabled: Boolean(rateLimitMax),
	rateLimitMax: rateLimitMax ?? null,
	rateLimitTimeWindow: rateLimitMax ? (rateLimitTimeWindow ?? DEFAULT_WINDOW_MS) : null,
});

/**
 * Makes a key; call it inside a transaction. Only its hash is kept.
 * @throws ApiError 403 when the owner has too many
 */
export const insertKey = async (database: Database, wanted: NewKey) => {
	await requireRoom(database, wanted.ownerId);
	const prefix = wanted.kind === "organization" ? "rb_org_" : null;
	const key = randomKey(prefix ?? "");
	const now = new Date();
	const row = {
		id: randomUUID(),
		configId: KEY_KIND[wanted.kind],
		name: wanted.name,
		start: key.slice(0, START_LENGTH),
		referenceId: wanted.ownerId,
		prefix,
		key: hashOfKey(key),
		refillInterval: null,
		refillAmount: null,
		lastRefillAt: null,
		enabled: true,
		...limitOf(wanted),
		requestCount: 0,
		remaining: null,
		lastRequest: null,
		expiresAt: wanted.expiresIn ? new Date(now.getTime() + wanted.expiresIn * 1000) : null,
		createdAt: now,
		updatedAt: now,
		permissions: wanted.permissions ? JSON.stringify(wanted.permissions) : null,
		metadata: null,
	};
	await database.insertInto("apikey").values(row).execute();
	return { ...row, key };
};

const answerOf = (
	row: Awaited<ReturnType<typeof insertKey>>,
	userId: string | null,
): z.output<typeof CreatedKey> => ({
	...row,
	userId,
	expiresAt: row.expiresAt?.toISOString() ?? null,
	createdAt: row.createdAt.toISOString(),
	updatedAt: row.updatedAt.toISOString(),
	permissions: permissionsOf(row.permissions) as Record<string, string[]> | null,
});

const refuseKey = (issues: readonly Issue[]): ApiError => {
	const isNameMissing = issues.some(({ path }) => path[0] === "name");
	return new ApiError(
		"INVALID_REQUEST",
		isNameMissing ? "Name is required" : "Invalid request body",
		{
			details: issues.map(({ path, message }) => ({ path: path.join("."), message })),
		},
	);
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
	const mint = (wanted: NewKey) =>
		database.transaction().execute((transaction) => insertKey(transaction, wanted));
	return [
		route({
			...shared,
			path: "/api/user/api-keys",
			operationId: "postApiUserApiKeys",
			summary: "Creates an API key for the caller's account",
			access: { user: true, scope: "unlimited" },
			handle: async ({ caller, body }) => {
				const ownerId = caller.user.id;
				return answerOf(await mint({ ...body, kind: "personal", ownerId }), ownerId);
			},
		}),
		route({
			...shared,
			path: "/api/organizations/{organizationId}/api-keys",
			operationId: "postApiOrganizationsOrganizationIdApiKeys",
			summary: "Creates an API key that an organization owns",
			access: { organization: "admin", scope: "unlimited" },
			handle: async ({ organizationId, body }) => {
				return answerOf(
					await mint({ ...body, kind: "organization", ownerId: organizationId }),
					null,
				);
			},
		}),
	];
};
