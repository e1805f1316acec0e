import { randomUUID } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import type { Database } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";
import * as typed from "../http/typed-fields.ts";

const NewOrganization = z.object({
	name: z.string().trim().pipe(typed.name),
	slug: z.string().trim().pipe(typed.slug),
	logo: typed.webUrl.nullish(),
});

/**
 * The auth library makes an organization and its owner in two statements, and a process that dies between
 * them leaves an organization that nobody can enter. Here it is one transaction, with the library's answer.
 * @throws ApiError 400 for a body that is none, or a slug that is taken
 */
export const createOrganization = async (
	database: Database,
	{ userId, sessionId }: { userId: string; sessionId: string },
	body: unknown,
) => {
	const checked = NewOrganization.safeParse(body);
	if (!checked.success)
		throw new ApiError(
			"INVALID_REQUEST",
			checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
		);
	const { logo = null, ...named } = checked.data;
	const createdAt = new Date();
	const organization = { id: randomUUID(), ...named, logo, createdAt, metadata: null };
	const member = {
		id: randomUUID(),
		organizationId: organization.id,
		userId,
		role: "owner",
		createdAt,
	};
	await database
		.transaction()
		.execute(async (transaction) => {
			await transaction.insertInto("organization").values(organization).execute();
			await transaction.insertInto("member").values(member).execute();
			await transaction
				.updateTable("session")
				.set({ activeOrganizationId: organization.id })
				.where("id", "=", sessionId)
				.execute();
		})
		.catch((error: unknown) => {
			throw isUniqueViolation(error)
				? new ApiError("INVALID_REQUEST", "Organization already exists")
				: error;
		});
	return { ...organization, members: [member] };
};
