import type { Selectable } from "kysely";
import { z } from "zod";
import type { AuditTable } from "../database/schema.ts";

export const AUDIT_WAYS = [
	"session",
	"personal-key",
	"organization-key",
	"mail",
	"provider",
	"operator",
] as const;

export const AuditEntry = z
	.strictObject({
		id: z.string(),
		at: z.iso.datetime(),
		action: z.string(),
		/** null for an organization key or the operator. */
		user: z
			.strictObject({ id: z.string(), email: z.string().nullable() })
			.meta({ component: "AuditUser" })
			.nullable(),
		via: z.enum(AUDIT_WAYS),
		target: z.string().nullable(),
		details: z.record(z.string(), z.unknown()),
	})
	.meta({ component: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry of the log as answers show it. */
export const auditEntryOf = (row: Selectable<AuditTable>): AuditEntry => {
	const { id, at, action, userId, userEmail, via, target, details } = row;
	return {
		...{ id: String(id), at: at.toISOString(), action, target, details },
		user: userId === null ? null : { id: userId, email: userEmail },
		via: AuditEntry.shape.via.parse(via),
	};
};
