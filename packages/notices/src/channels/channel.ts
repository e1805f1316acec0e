import { z } from "zod";

export const CHANNEL_KINDS = [
	"mail",
	"slack",
	"discord",
	"teams",
	"telegram",
	"ntfy",
	"webhook",
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The end of an address whose path is a secret: `https://hooks.slack.com/…x9Yz`. */
const maskedUrl = z
	.string()
	.describe("The server, and the last characters of the address, which is a secret");

/** Where a channel leads to, without its secrets. */
export const ChannelTarget = z.discriminatedUnion("kind", [
	z
		.strictObject({ kind: z.literal("mail"), address: z.string() })
		.meta({ component: "MailTarget" }),
	z.strictObject({ kind: z.literal("slack"), url: maskedUrl }).meta({ component: "SlackTarget" }),
	z
		.strictObject({ kind: z.literal("discord"), url: maskedUrl })
		.meta({ component: "DiscordTarget" }),
	z.strictObject({ kind: z.literal("teams"), url: maskedUrl }).meta({ component: "TeamsTarget" }),
	z
		.strictObject({ kind: z.literal("telegram"), chatId: z.string() })
		.meta({ component: "TelegramTarget" }),
	z
		.strictObject({
			kind: z.literal("ntfy"),
			server: z.string(),
			topic: z.string(),
			hasToken: z.boolean(),
		})
		.meta({ component: "NtfyTarget" }),
	z
		.strictObject({ kind: z.literal("webhook"), url: maskedUrl })
		.meta({ component: "WebhookTarget" }),
]);
export type ChannelTarget = z.infer<typeof ChannelTarget>;

/** What only the server knows of a channel; a mail address has no secret. */
export type ChannelSecret =
	| Record<string, never>
	/** Slack, Discord, Teams. */
	| { url: string }
	| { token: string }
	/** `whsec_` and base64. */
	| { url: string; signingSecret: string };
