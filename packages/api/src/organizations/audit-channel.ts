import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { isAuditDelivery } from "../audit/audit-delivery.ts";
import type { Database } from "../database/schema.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";

const path = "/api/organizations/{organizationId}/audit-log/channel";

const AuditChannel = z
	.strictObject({
		channelId: z.int().nullable().describe("A webhook of the organization; null = none"),
	})
	.meta({ component: "AuditChannel" });

/** Why a waiting entry is no longer sent. */
const SENT_ELSEWHERE = "The audit log is no longer sent to this channel";

/** Drops what waits for channels that get the log no longer; without a holder, a running try does not bring it back. */
const dropWaiting = async (
	database: Database,
	organizationId: string,
	channelId: number | null,
): Promise<void> => {
	await database
		.updateTable("delivery")
		.set({ ...{ status: "dropped", lastAnswer: SENT_ELSEWHERE }, leaseUntil: null, holder: null })
		.where("organizationId", "=", organizationId)
		.where("status", "=", "waiting")
		.where(isAuditDelivery)
		.$if(channelId !== null, (rows) => rows.where("channelId", "<>", channelId))
		.execute();
};

const setChannel = async (
	database: Database,
	organizationId: string,
	channelId: number | null,
): Promise<void> => {
	if (channelId !== null) {
		const channel = await database
			.selectFrom("channel")
			.select("kind")
			.where("channelId", "=", channelId)
			.where("organizationId", "=", organizationId)
			.executeTakeFirst();
		if (found("Channel", channel).kind !== "webhook")
			throw new ApiError(
				"INVALID_REQUEST",
				"The audit log is sent to a webhook, whose receiver can check the signature: choose such a channel",
			);
	}
	await database
		.updateTable("organization")
		.set({ auditChannelId: channelId })
		.where("id", "=", organizationId)
		.execute();
	await dropWaiting(database, organizationId, channelId);
};

/** Where the entries of an organization's audit log are sent. */
export const auditChannelRoutes = (database: Database): readonly Route[] => [
	route({
		method: "get",
		path,
		summary: "The channel that gets each entry of the audit log",
		description: "null while there is none.",
		tags: ["Organizations"],
		access: { organization: "owner", scope: "org:read" },
		response: AuditChannel,
		handle: async ({ organizationId }) => {
			const row = await database
				.selectFrom("organization")
				.select("auditChannelId")
				.where("id", "=", organizationId)
				.executeTakeFirst();
			return { channelId: found("Organization", row).auditChannelId };
		},
	}),
	route({
		method: "put",
		path,
		summary: "Sends each entry of the audit log to a webhook, or no longer",
		description:
			"From now on; earlier entries are in the export. Each is sent signed, in order as long as no try fails, once or again under the same `webhook-id`, for about a day; then it is listed among the deliveries, and owners can send it again. While the channel gets the log, only owners change or remove it, and for 30 days after its last entry only they change where it leads. What waits for a channel that gets the log no longer is dropped.",
		tags: ["Organizations"],
		access: { organization: "owner", scope: "unlimited" },
		audit: "organization.audit-channel",
		body: AuditChannel,
		response: AuditChannel,
		handle: async ({ organizationId, body: { channelId } }) => {
			await setChannel(database, organizationId, channelId);
			return { channelId };
		},
	}),
];
