import { ApiError } from "@footfall/shared/api-error";
import { sql } from "kysely";
import { z } from "zod";
import { type Caller, type MemberRole, personIdOf } from "../access/caller.ts";
import { isAuditDelivery, maySendAuditLog } from "../audit/audit-delivery.ts";
import type { Database } from "../database/schema.ts";
import { definitionNumber } from "../definitions/definition.ts";
import { privateHostRefusal } from "../destinations/permitted-targets.ts";
import { found } from "../http/found.ts";
import { type Route, route } from "../routing/route.ts";
import { Success } from "../routing/success.ts";
import {
	Channel,
	ChannelUpdate,
	NewChannel,
	type NewTarget,
	SavedChannel,
} from "./channel-shapes.ts";
import {
	type ConfirmationServices,
	confirmChannelRoute,
	isAddressOfMember,
	sendConfirmation,
} from "./confirm-address.ts";
import {
	type ChannelRow,
	openChannelSecret,
	sealChannelSecret,
	shownChannel,
	splitTarget,
} from "./stored-channels.ts";

/** What the routes of channels need. */
export interface ChannelServices extends ConfirmationServices {
	/** The installation's key, with which secrets are encrypted. */
	secret: string;
	/** Whether servers may have addresses of private networks. */
	policy: { privateNetworks: boolean };
}

const path = "/api/organizations/{organizationId}/channels";
const tags = ["Channels"];

/** Access of those who may send data out of the organization. */
export const CHANNEL_WRITING = {
	tags,
	access: { organization: "admin", scope: "channels:write" },
} as const;

/** A channel in a path. */
export const oneChannel = {
	path: `${path}/{channelId}`,
	params: z.object({ channelId: z.string().min(1) }),
} as const;

/** @throws ApiError 404 */
export const findChannel = async (
	database: Database,
	{ organizationId, channelId }: { organizationId: string; channelId: string },
): Promise<ChannelRow> => {
	const row = await database
		.selectFrom("channel")
		.selectAll()
		.where("organizationId", "=", organizationId)
		.where("channelId", "=", definitionNumber(channelId))
		.executeTakeFirst();
	return found("Channel", row);
};

/**
 * Who may change where the audit log goes must be able to read it: administrators cannot. Entries that were sent to a
 * channel can be sent again, so its target stays theirs to change after the log goes elsewhere.
 * @throws ApiError 403
 */
const requireMayChange = async (
	database: Database,
	{ organizationId, channelId }: ChannelRow,
	{ isRedirected, ...by }: { caller: Caller; role: MemberRole; isRedirected: boolean },
): Promise<void> => {
	if (maySendAuditLog(by)) return;
	const isAudited = await database
		.selectFrom("organization")
		.select("id")
		.where("id", "=", organizationId)
		.where("auditChannelId", "=", channelId)
		.executeTakeFirst();
	if (isAudited)
		throw new ApiError("FORBIDDEN", "This channel gets the audit log: only an owner changes it", {
			resolution: "Sign in as an owner, or choose another channel for the audit log first.",
		});
	if (!isRedirected) return;
	const entry = await database
		.selectFrom("delivery")
		.select("deliveryId")
		.where("channelId", "=", channelId)
		.where(isAuditDelivery)
		.executeTakeFirst();
	if (entry)
		throw new ApiError(
			"FORBIDDEN",
			"This channel got the audit log within the last 30 days: only an owner changes where it leads",
			{ resolution: "Sign in as an owner, or add another channel." },
		);
};

/** @throws ApiError 400 for a server with an address of a private network, where none is permitted */
const requirePermitted = async ({ policy }: ChannelServices, target: NewTarget): Promise<void> => {
	const address = "url" in target ? target.url : target.kind === "ntfy" ? target.server : undefined;
	if (policy.privateNetworks || address === undefined) return;
	const refusal = await privateHostRefusal(new URL(address).hostname);
	if (refusal !== "") throw new ApiError("INVALID_REQUEST", refusal);
};

const createChannelRoute = (services: ChannelServices): Route =>
	route({
		...CHANNEL_WRITING,
		method: "post",
		path,
		summary: "Adds a channel",
		description:
			"Where alerts can be sent to: a mail address, Slack, Discord, Microsoft Teams, Telegram, ntfy or a webhook. A mail address of somebody who is no member is off until its owner opens the mailed link. A webhook's `signingSecret` is in this answer alone. 400 with `QUOTA_REACHED` if there may be no more.",
		audit: "channel.create",
		body: NewChannel,
		response: SavedChannel,
		status: 201,
		handle: async ({ organizationId, caller, body: { name, target: asked } }) => {
			const { database, quotas } = services;
			await requirePermitted(services, asked);
			await quotas.requireRoom("channels", { userId: null, organizationId });
			const { target, secret } = splitTarget(asked);
			const mustConfirm =
				target.kind === "mail" &&
				!(await isAddressOfMember(database, { organizationId, address: target.address }));
			const row = await database
				.insertInto("channel")
				.values({
					...{ organizationId, name, kind: target.kind, target: JSON.stringify(target) },
					sealedSecret: sealChannelSecret(secret, services.secret),
					...{ isOn: !mustConfirm, offReason: mustConfirm ? "unconfirmed" : null },
				})
				.returningAll()
				.executeTakeFirstOrThrow();
			if (mustConfirm)
				await sendConfirmation(services, { ...row, address: target.address }, personIdOf(caller));
			return {
				...shownChannel(row),
				signingSecret: "signingSecret" in secret ? secret.signingSecret : null,
			};
		},
	});

/** What a change of the target changes in the row, and a webhook's new secret. */
const retarget = async (services: ChannelServices, row: ChannelRow, asked: NewTarget) => {
	const { database, secret: key } = services;
	if (asked.kind !== row.kind)
		throw new ApiError("INVALID_REQUEST", "A channel keeps its kind: add another one instead");
	await requirePermitted(services, asked);
	const before = openChannelSecret(row.sealedSecret, key);
	const { target, secret } = splitTarget(asked, before);
	const signed = "signingSecret" in secret ? secret.signingSecret : null;
	const wasSigned = before && "signingSecret" in before ? before.signingSecret : null;
	const isConfirmed =
		target.kind !== "mail" ||
		(row.target.kind === "mail" &&
			row.target.address === target.address &&
			row.offReason !== "unconfirmed") ||
		(await isAddressOfMember(database, {
			organizationId: row.organizationId,
			address: target.address,
		}));
	return {
		values: {
			target: JSON.stringify(target),
			sealedSecret: sealChannelSecret(secret, key),
			...(isConfirmed
				? row.offReason === "unconfirmed" && { isOn: true, offReason: null }
				: ({ isOn: false, offReason: "unconfirmed" } as const)),
		},
		unconfirmed: !isConfirmed && target.kind === "mail" ? target.address : undefined,
		signingSecret: signed === wasSigned ? null : signed,
	};
};

const updateChannelRoute = (services: ChannelServices): Route =>
	route({
		...CHANNEL_WRITING,
		...oneChannel,
		method: "put",
		summary: "Changes a channel, or switches it on or off",
		description:
			"Send the fields to change. `target` needs its secrets again; a webhook keeps its signing secret unless another one is given. The same mail address again gets another link while it is not confirmed.",
		audit: "channel.update",
		body: ChannelUpdate,
		response: SavedChannel,
		handle: async ({ organizationId, caller, role, params: { channelId }, body }) => {
			const { database } = services;
			const row = await findChannel(database, { organizationId, channelId });
			const isRedirected = body.target !== undefined;
			await requireMayChange(database, row, { caller, role, isRedirected });
			if (body.isOn && row.offReason === "unconfirmed" && !body.target)
				throw new ApiError(
					"INVALID_REQUEST",
					"This address is not confirmed: its owner must open the link in the mail that was sent there",
				);
			const changed = body.target && (await retarget(services, row, body.target));
			const saved = await database
				.updateTable("channel")
				.set({
					...(body.name !== undefined && { name: body.name }),
					...(body.isOn !== undefined && {
						isOn: body.isOn,
						offReason: body.isOn ? null : (row.offReason ?? "person"),
					}),
					...changed?.values,
					updatedAt: sql`now()`,
				})
				.where("channelId", "=", row.channelId)
				.returningAll()
				.executeTakeFirstOrThrow();
			if (changed?.unconfirmed !== undefined)
				await sendConfirmation(
					services,
					{ ...saved, address: changed.unconfirmed },
					personIdOf(caller),
				);
			return { ...shownChannel(saved), signingSecret: changed?.signingSecret ?? null };
		},
	});

/** Where an organization's notices are sent to. */
export const channelRoutes = (services: ChannelServices): readonly Route[] => {
	const { database } = services;
	return [
		route({
			method: "get",
			path,
			summary: "The channels of an organization",
			description: "By name, without their secrets, and with the reason why one is off.",
			tags,
			access: { organization: "viewer", scope: "channels:read" },
			response: z.strictObject({ data: z.array(Channel) }),
			handle: async ({ organizationId }) => {
				const rows = await database
					.selectFrom("channel")
					.selectAll()
					.where("organizationId", "=", organizationId)
					.orderBy("name")
					.orderBy("channelId")
					.execute();
				return { data: rows.map(shownChannel) };
			},
		}),
		createChannelRoute(services),
		updateChannelRoute(services),
		route({
			...CHANNEL_WRITING,
			...oneChannel,
			method: "delete",
			summary: "Removes a channel",
			description: "With its deliveries, also those that wait. Alerts that name it say so.",
			audit: "channel.delete",
			response: Success,
			handle: async ({ organizationId, caller, role, params: { channelId } }) => {
				const row = await findChannel(database, { organizationId, channelId });
				await requireMayChange(database, row, { caller, role, isRedirected: false });
				await database.deleteFrom("channel").where("channelId", "=", row.channelId).execute();
				return { success: true };
			},
		}),
		confirmChannelRoute(database),
	];
};
