import { pageOf, pageParameters } from "@footfall/reports/query/page";
import { z } from "zod";
import { AUDIT_WAYS, AuditEntry, auditEntryOf } from "../audit/audit-entry.ts";
import type { Database } from "../database/schema.ts";
import { LENGTHS } from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";

const ENTRIES_PER_PAGE = 50;

const AuditQuery = z.object({
	...pageParameters(ENTRIES_PER_PAGE),
	action: z
		.string()
		.regex(
			/^[a-z][a-z-]{0,39}(\.[a-z-]{1,40})?$/,
			"action must be an action, such as site.configure, or its subject, such as site",
		)
		.optional()
		.meta({ description: "`site.configure`, or `site` for all changes of sites." }),
	user_id: z
		.string()
		.max(LENGTHS.id)
		.optional()
		.meta({ description: "The person who made the changes." }),
	via: z.enum(AUDIT_WAYS).optional(),
});

/** Reads an organization's audit log. */
export const auditLogRoute = (database: Database): Route =>
	route({
		method: "get",
		path: "/api/organizations/{organizationId}/audit-log",
		summary: "Administrative changes in an organization, newest first",
		description:
			"Who changed what and when, for reviews of access. Narrow it by `action`, `user_id` or `via`.",
		tags: ["Organizations"],
		access: { organization: "owner", scope: "org:read" },
		query: AuditQuery,
		response: z.strictObject({ data: z.array(AuditEntry), totalCount: z.int() }),
		handle: async ({ organizationId, query }) => {
			const { limit, offset } = pageOf(query, ENTRIES_PER_PAGE);
			const { action, user_id, via } = query;
			const entries = database
				.selectFrom("audit_entry")
				.where("organizationId", "=", organizationId)
				.$if(action !== undefined, (log) =>
					log.where((entry) =>
						entry.or([
							entry("action", "=", action ?? ""),
							entry("action", "like", `${action ?? ""}.%`),
						]),
					),
				)
				.$if(user_id !== undefined, (log) => log.where("userId", "=", user_id ?? ""))
				.$if(via !== undefined, (log) => log.where("via", "=", via ?? "operator"));
			const { count } = await entries
				.select((select) => select.fn.countAll().as("count"))
				.executeTakeFirstOrThrow();
			const rows = await entries
				.selectAll()
				.orderBy("id", "desc")
				.limit(limit)
				.offset(offset)
				.execute();
			return {
				data: rows.map(auditEntryOf),
				totalCount: Number(count),
			};
		},
	});
