import { type Permissions, SCOPES } from "@footfall/shared/scopes";
import { z } from "zod";

const StoredPermissions = z.record(z.string(), z.array(z.string()));

/**
 * A key's stored permissions; null for an unrestricted key. An unreadable value grants nothing, because a damaged row
 * must not turn a scoped key into an unrestricted one.
 */
export const permissionsOf = (stored: string | null): Permissions | null => {
	if (stored === null) return null;
	try {
		const parsed: unknown = JSON.parse(stored);
		return parsed === null ? null : StoredPermissions.parse(parsed);
	} catch {
		return {};
	}
};

/** The permissions of a new key: at least one resource, each with valid actions. */
export const NewPermissions = z
	.strictObject(
		Object.fromEntries(
			Object.entries(SCOPES).map(([resource, actions]) => [
				resource,
				z.array(z.enum(actions)).min(1).max(actions.length).optional(),
			]),
		),
	)
	.meta({ component: "ApiKeyPermissions" })
	.refine((permissions) => Object.keys(permissions).length > 0, {
		message: "permissions must name at least one resource; leave it out for an unrestricted key",
	});
