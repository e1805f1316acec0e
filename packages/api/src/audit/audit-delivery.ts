import { sql } from "kysely";
import type { Caller, MemberRole } from "../access/caller.ts";
import { isAtLeast } from "../access/roles.ts";

/** Whether the `delivery` in a statement is an entry of the audit log; `sendEntries` gives such a key to nothing else. */
export const isAuditDelivery = sql<boolean>`"delivery"."key" LIKE 'audit:%'`;

/** Whether somebody decides where entries of the audit log go: administrators and keys with scopes do not. */
export const maySendAuditLog = ({ caller, role }: { caller: Caller; role: MemberRole }): boolean =>
	caller.permissions === null && isAtLeast(role, "owner");
