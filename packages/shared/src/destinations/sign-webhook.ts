import { createHmac } from "node:crypto";

/**
 * The headers of a message that is signed as Standard Webhooks says (https://www.standardwebhooks.com).
 * @param secret `whsec_` and base64
 */
export const signWebhook = (
	secret: string,
	{ id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> => {
	const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
	const timestamp = String(Math.floor(now.getTime() / 1000));
	const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
	return {
		"webhook-id": id,
		"webhook-timestamp": timestamp,
		"webhook-signature": `v1,${signature}`,
	};
};
