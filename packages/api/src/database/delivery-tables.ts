import type { ChannelKind, ChannelTarget, Notice } from "@footfall/notices";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json } from "./json-column.ts";

/**
 * Why a channel is off.
 * - `person`: an administrator switched it off
 * - `gone`: its server answered with 410
 * - `unconfirmed`: nobody has opened the link in the mail to its address
 */
export type OffReason = "person" | "gone" | "unconfirmed";

export interface ChannelTable {
	channelId: Generated<number>;
	organizationId: string;
	kind: ChannelKind;
	name: string;
	/** Without secrets. */
	target: Json<ChannelTarget>;
	/** The channel's secrets as JSON, as `sealSecret` writes them; "" without any. */
	sealedSecret: string;
	isOn: Generated<boolean>;
	offReason: OffReason | null;
	/** Hash of the token in the mail that confirms its address; kept when it was used. */
	confirmation: string | null;
	/** Null once the token was used. */
	confirmUntil: Date | null;
	createdAt: Generated<Date>;
	updatedAt: Generated<Date>;
}

/** What a delivery sends; mails of a kind are made when they are sent, by what `startDeliveries` was given for it. */
export type DeliveryPayload =
	| { kind: "notice"; notice: Notice }
	| ({ kind: "report" } & Record<string, unknown>)
	/** Asks an address for its consent; the token of its link is derived from the nonce and the installation's secret. */
	| { kind: "confirmation"; recipientId: number; nonce: string };

/**
 * - `waiting`: for its first or its next try
 * - `sent`: its server or mail server has accepted it
 * - `failed`: after the last try, or because it cannot be made
 * - `dropped`: its channel was off
 */
export const DELIVERY_STATUSES = ["waiting", "sent", "failed", "dropped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface DeliveryTable {
	deliveryId: Generated<number>;
	organizationId: string;
	siteId: number | null;
	channelId: number | null;
	/** Of a mail to a person; null for a channel. */
	address: string | null;
	/** `channel:7` or `mail:ann@example.com`. */
	recipient: GeneratedAlways<string>;
	/** What it is about; once for each recipient. */
	key: string;
	payload: Json<DeliveryPayload>;
	status: Generated<DeliveryStatus>;
	/** Counted when a try begins, so that one which ends its process is not repeated for ever. */
	tries: Generated<number>;
	/** How often a person has had it sent again after it was sent; receivers take each copy for a message of its own. */
	copy: Generated<number>;
	nextTryAt: Generated<Date>;
	/** Until then, only its holder may try it. */
	leaseUntil: Date | null;
	holder: string | null;
	lastAnswer: string | null;
	createdAt: Generated<Date>;
	sentAt: Date | null;
}
