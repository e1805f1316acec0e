import { randomBytes } from "node:crypto";
import type { ChannelSecret, ChannelTarget } from "@footfall/notices";
import type { Selectable } from "kysely";
import type { ChannelTable } from "../database/delivery-tables.ts";
import { openSecret, sealSecret } from "../destinations/sealed-secret.ts";
import type { Channel, NewTarget } from "./channel-shapes.ts";

export type ChannelRow = Selectable<ChannelTable>;

const SHOWN_CHARACTERS = 4;

/** `https://hooks.slack.com/…x9Yz` */
const masked = (address: string): string => {
	const { origin, pathname, search } = new URL(address);
	const path = (pathname + search).replace(/\/$/, "");
	// So short a path would be shown whole.
	const end = path.length > 3 * SHOWN_CHARACTERS ? path.slice(-SHOWN_CHARACTERS) : "";
	return path === "" ? origin : `${origin}/…${end}`;
};

/** A new secret for webhooks, in the form that Standard Webhooks wants. */
const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * What is stored of a target: the part that may be shown, and its secrets.
 * @param before the secrets that it had; a signing secret is kept
 */
export const splitTarget = (
	target: NewTarget,
	before?: ChannelSecret,
): { target: ChannelTarget; secret: ChannelSecret } => {
	switch (target.kind) {
		case "mail":
			return { target, secret: {} };
		case "telegram": {
			const { token, ...shown } = target;
			return { target: shown, secret: { token } };
		}
		case "ntfy": {
			const { token, ...shown } = target;
			const hasToken = token !== undefined;
			return { target: { ...shown, hasToken }, secret: hasToken ? { token } : {} };
		}
		case "webhook": {
			const { url, kind } = target;
			const kept = before && "signingSecret" in before ? before.signingSecret : undefined;
			const signingSecret = target.signingSecret ?? kept ?? newSigningSecret();
			return { target: { kind, url: masked(url) }, secret: { url, signingSecret } };
		}
		default: {
			const { url, kind } = target;
			return { target: { kind, url: masked(url) }, secret: { url } };
		}
	}
};

/** The secrets of a channel, encrypted. */
export const sealChannelSecret = (secret: ChannelSecret, installationKey: string): string =>
	Object.keys(secret).length === 0 ? "" : sealSecret(JSON.stringify(secret), installationKey);

/** The secrets of a channel; `undefined` if they were sealed with another key, or are damaged. */
export const openChannelSecret = (
	sealed: string,
	installationKey: string,
): ChannelSecret | undefined => {
	const opened = openSecret(sealed, installationKey);
	if (opened === undefined) return undefined;
	return opened === "" ? {} : (JSON.parse(opened) as ChannelSecret);
};

/** A channel as answers show it. */
export const shownChannel = ({
	sealedSecret: _,
	confirmation: _confirmation,
	confirmUntil: _until,
	createdAt,
	updatedAt,
	...row
}: ChannelRow): Channel => ({
	...row,
	createdAt: createdAt.toISOString(),
	updatedAt: updatedAt.toISOString(),
});
