import { signWebhook } from "@footfall/shared/destinations/sign-webhook";
import type { Notice } from "../notice.ts";
import type { ChannelRequest } from "./channel-request.ts";

/** When a message is sent, and what receivers know it by. */
export interface MessageIdentity {
	/** The same in every try. */
	id: string;
	/** When it came about. */
	createdAt: Date;
	now: Date;
}

/** A message that is signed as Standard Webhooks says. */
export const webhookRequest = (
	{ type, data: details, ...told }: Notice,
	{ url, signingSecret }: { url: string; signingSecret: string },
	{ id, createdAt, now }: MessageIdentity,
): ChannelRequest => {
	const body = JSON.stringify({
		type,
		timestamp: createdAt.toISOString(),
		data: { ...told, details },
	});
	return {
		url,
		headers: {
			"content-type": "application/json",
			...signWebhook(signingSecret, { id, body, now }),
		},
		body,
		secrets: [url, signingSecret],
	};
};
