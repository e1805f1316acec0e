import { z } from "zod";
import type { Operation } from "../http/openapi.ts";

const Key = z.looseObject({
	id: z.string(),
	name: z.string().nullable(),
	start: z.string().nullable(),
	prefix: z.string().nullable(),
	referenceId: z.string(),
	enabled: z.boolean(),
	expiresAt: z.iso.datetime().nullable(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
	permissions: z.record(z.string(), z.array(z.string())).nullable(),
});

const text = z.string().optional();

/** What the auth library serves of API keys, for the document; only a signed-in user may call it. */
export const authOperations: readonly Operation[] = [
	{
		method: "get",
		path: "/api/auth/api-key/list",
		operationId: "getApiAuthApiKeyList",
		summary: "The API keys of the account, or of an organization",
		tags: ["API keys"],
		access: "session",
		query: z.object({
			organizationId: text,
			limit: text,
			offset: text,
			sortBy: text,
			sortDirection: z.enum(["asc", "desc"]).optional(),
		}),
		response: z.object({
			apiKeys: z.array(Key),
			total: z.int(),
			limit: z.int().nullish(),
			offset: z.int().nullish(),
		}),
	},
	{
		method: "post",
		path: "/api/auth/api-key/update",
		operationId: "postApiAuthApiKeyUpdate",
		summary: "Changes an API key's name, enabled state or expiry",
		tags: ["API keys"],
		access: "session",
		body: z.object({
			keyId: z.string(),
			name: text,
			enabled: z.boolean().optional(),
			expiresIn: z
				.number()
				.nullable()
				.optional()
				.meta({ description: "Seconds from now; null = never." }),
		}),
		response: Key,
	},
	{
		method: "post",
		path: "/api/auth/api-key/delete",
		operationId: "postApiAuthApiKeyDelete",
		summary: "Revokes an API key",
		tags: ["API keys"],
		access: "session",
		body: z.object({ keyId: z.string() }),
		response: z.object({ success: z.boolean() }),
	},
];
