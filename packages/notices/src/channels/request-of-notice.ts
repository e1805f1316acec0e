import type { Notice } from "../notice.ts";
import type { ChannelSecret, ChannelTarget } from "./channel.ts";
import type { ChannelRequest } from "./channel-request.ts";
import { discordRequest } from "./discord.ts";
import { ntfyRequest } from "./ntfy.ts";
import { slackRequest } from "./slack.ts";
import { teamsRequest } from "./teams.ts";
import { telegramRequest } from "./telegram.ts";
import { type MessageIdentity, webhookRequest } from "./webhook.ts";

/** A channel that is reached over HTTP. */
export type HttpTarget = Exclude<ChannelTarget, { kind: "mail" }>;

const textOf = (secret: ChannelSecret, name: "url" | "token" | "signingSecret"): string =>
	(secret as Record<string, string | undefined>)[name] ?? "";

/**
 * The request that gives a notice to a channel.
 * @param telegramServer the server of Telegram's bot API
 */
export const requestOfNotice = (
	notice: Notice,
	{ target, secret }: { target: HttpTarget; secret: ChannelSecret },
	{ telegramServer, ...identity }: MessageIdentity & { telegramServer: string },
): ChannelRequest => {
	const url = textOf(secret, "url");
	switch (target.kind) {
		case "slack":
			return slackRequest(notice, { url });
		case "discord":
			return discordRequest(notice, { url });
		case "teams":
			return teamsRequest(notice, { url });
		case "telegram": {
			const token = textOf(secret, "token");
			return telegramRequest(notice, { chatId: target.chatId, token, server: telegramServer });
		}
		case "ntfy": {
			const token = target.hasToken ? textOf(secret, "token") : undefined;
			return ntfyRequest(notice, { server: target.server, topic: target.topic, token });
		}
		case "webhook":
			return webhookRequest(
				notice,
				{ url, signingSecret: textOf(secret, "signingSecret") },
				identity,
			);
	}
};
