import { ApiError } from "@footfall/shared/api-error";
import type { ExpressionBuilder } from "kysely";
import { type Caller, type MemberRole, personIdOf } from "../access/caller.ts";
import { isAdministrator, isAtLeast } from "../access/roles.ts";
import type { Site } from "../access/site.ts";
import type { Schema } from "../database/schema.ts";

/** The id of a definition in a path; 0 for any other text, which no definition has. */
export const definitionNumber = (text: string): number =>
	/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;

/** The fields of an answer that cannot be changed: clients send it back with their changes. */
export const ECHOED: readonly string[] = [
	...["id", "goalId", "annotationId", "siteId", "organizationId", "userId", "userName"],
	...["createdAt", "updatedAt"],
];

/** The common columns of segments and annotations. */
interface Authored {
	/** null = all sites of the organization */
	siteId: number | null;
	/** The author; null for an organization key, and once the account is gone. */
	userId: string | null;
}

/** Administrators may edit everything, members what they made for one site, viewers nothing. */
export const mayEdit = (
	{ siteId, userId }: Authored,
	caller: Caller | undefined,
	role: MemberRole | undefined,
): boolean => {
	if (!caller || !role) return false;
	if (isAdministrator(role)) return true;
	const isAuthor = userId !== null && userId === personIdOf(caller);
	return isAtLeast(role, "member") && siteId !== null && isAuthor;
};

/** For `where`: the definitions that apply to a site, its own and those of its whole organization. */
export const appliesTo =
	({ organizationId, siteId }: Site) =>
	({ and, eb }: ExpressionBuilder<Schema, "segment" | "annotation" | "saved_item">) =>
		and([
			eb("organizationId", "=", organizationId),
			eb("siteId", "=", siteId).or("siteId", "is", null),
		]);

/** A definition that the caller may edit. @throws ApiError 403 for another */
export const editable = <Row extends Authored>(
	row: Row,
	{ caller, role }: { caller: Caller; role: MemberRole },
): Row => {
	if (mayEdit(row, caller, role)) return row;
	throw new ApiError("FORBIDDEN", "Only its author or an administrator can change it");
};

/**
 * The site to which a definition applies; null for the whole organization.
 * @throws ApiError 403 for a plain member who writes for the whole organization
 */
export const scopedTo = (
	scope: "site" | "organization" | undefined,
	site: Site,
	role: MemberRole,
): number | null => {
	if (scope !== "organization") return site.siteId;
	if (!isAdministrator(role))
		throw new ApiError(
			"FORBIDDEN",
			"Only an administrator can save this for the whole organization",
		);
	return null;
};
