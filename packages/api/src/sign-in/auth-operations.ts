import { z } from "zod";
import * as typed from "../http/typed-fields.ts";
import { accountOperations } from "./account-operations.ts";
import { AuthKey, Done } from "./auth-models.ts";
import { type AuthOperation, createOperation, id } from "./auth-operation.ts";
import { organizationOperations } from "./organization-operations.ts";
import { secondFactorOperations } from "./second-factor-operations.ts";

/** A number in a query. */
const count = z
	.string()
	.regex(/^\d{1,9}$/, "must be a whole number")
	.optional();

const KEY_FORBIDDEN = ["USER_NOT_MEMBER_OF_ORGANIZATION", "INSUFFICIENT_API_KEY_PERMISSIONS"];

const key = createOperation("API keys", "session");

/** The operations of the auth library that are served; all others are unreachable. */
export const authOperations: readonly AuthOperation[] = [
	...accountOperations,
	...secondFactorOperations,
	...organizationOperations,
	key("get", "/api-key/list", {
		summary: "The API keys of the account, or of an organization",
		description:
			"Without their secrets: `start` helps to recognise one. With `organizationId`, those that the organization owns.",
		query: z.object({
			organizationId: id.optional(),
			limit: count,
			offset: count,
			sortBy: z.enum(["createdAt", "updatedAt", "expiresAt", "name"]).optional(),
			sortDirection: z.enum(["asc", "desc"]).optional(),
		}),
		response: z.object({
			apiKeys: z.array(AuthKey),
			total: z.int(),
			limit: z.int().nullish(),
			offset: z.int().nullish(),
		}),
	}),
	key("post", "/api-key/update", {
		summary: "Changes an API key's name, enabled state, expiry or rate limit",
		description: "Absent fields stay as they are. For other permissions, make a new key.",
		audit: "key.update",
		body: z.object({
			keyId: id,
			name: typed.name.optional(),
			enabled: z.boolean().optional(),
			expiresIn: z
				.number()
				.nullable()
				.optional()
				.meta({ description: "Seconds from now; null = never." }),
			rateLimitEnabled: z.boolean().optional(),
			rateLimitMax: z.int().positive().optional(),
			rateLimitTimeWindow: z.int().positive().optional().meta({ description: "Milliseconds." }),
		}),
		response: AuthKey,
		refusals: {
			400: ["NO_VALUES_TO_UPDATE", "EXPIRES_IN_IS_TOO_SMALL", "EXPIRES_IN_IS_TOO_LARGE"],
			403: KEY_FORBIDDEN,
			404: ["KEY_NOT_FOUND"],
		},
	}),
	key("post", "/api-key/delete", {
		summary: "Revokes an API key",
		description: "Requests with it are refused from then on.",
		audit: "key.delete",
		body: z.object({ keyId: id }),
		response: Done,
		refusals: { 403: KEY_FORBIDDEN, 404: ["KEY_NOT_FOUND"] },
	}),
];
