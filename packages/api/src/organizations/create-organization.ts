import { randomUUID } from "node:crypto";
import { ApiError, type Issue } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import { checked } from "../http/invalid-body.ts";
import * as typed from "../http/typed-fields.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { insertMember } from "./membership.ts";

const NewOrganization = z.object({
	name: z.string().trim().pipe(typed.name),
	slug: z.string().trim().pipe(typed.slug),
	logo: typed.webUrl.nullish(),
});

const refuse = (issues: readonly Issue[]) =>
	new ApiError(
		"INVALID_REQUEST",
		issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
	);

/** Creates an organization with its owner; call it inside a transaction. */
export const insertOrganization = async (
	database: Database,
	userId: string,
	{ name, slug, logo = null }: z.output<typeof NewOrganization>,
) => {
	const id = randomUUID();
	const organization = { id, name, slug, logo, createdAt: new Date(), metadata: null };
	await database.insertInto("organization").values(organization).execute();
	const member = await insertMember(database, { organizationId: id, userId, role: "owner" });
	return { ...organization, members: [member] };
};

/**
 * Creates an organization with the auth library's answer; call it inside a transaction. The library uses two
 * statements, and a crash between them leaves an organization that nobody can access.
 * @throws ApiError 400 for an invalid body, a taken slug, or an account that owns too many
 */
export const createOrganization =
	(quotas: Quotas) =>
	async (
		database: Database,
		{ userId, sessionId }: { userId: string; sessionId: string },
		body: unknown,
	) => {
		const wanted = checked(NewOrganization, body, refuse);
		await quotas.requireRoom("organizations", { userId });
		const organization = await insertOrganization(database, userId, wanted).catch(
			onUniqueViolation(() => new ApiError("INVALID_REQUEST", "Organization already exists")),
		);
		await database
			.updateTable("session")
			.set({ activeOrganizationId: organization.id })
			.where("id", "=", sessionId)
			.execute();
		return organization;
	};
