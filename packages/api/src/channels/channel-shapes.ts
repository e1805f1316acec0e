import { CHANNEL_KINDS, ChannelTarget } from "@footfall/notices";
import { z } from "zod";
import { normalisedEmail } from "../database/normalised-email.ts";
import { LENGTHS, webUrl } from "../http/typed-fields.ts";

const name = z.string().trim().min(1).max(60);
const address = z
	.string()
	.transform(normalisedEmail)
	.pipe(z.email("address must be an e-mail address").max(LENGTHS.email));
const secretUrl = webUrl.describe(
	"The whole address, as its product shows it. It is stored encrypted.",
);
const signingSecret = z
	.string()
	.regex(
		/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
		"signingSecret must be whsec_ and the base64 of 24 to 64 bytes",
	)
	.optional()
	.describe("Left out, a new one is made, or that of the channel is kept");

/** Where a channel leads to, with its secrets. */
export const NewTarget = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("mail"), address }).meta({ component: "MailTarget" }),
	z.object({ kind: z.literal("slack"), url: secretUrl }).meta({ component: "SlackTargetCreation" }),
	z
		.object({ kind: z.literal("discord"), url: secretUrl })
		.meta({ component: "DiscordTargetCreation" }),
	z.object({ kind: z.literal("teams"), url: secretUrl }).meta({ component: "TeamsTargetCreation" }),
	z
		.object({
			kind: z.literal("telegram"),
			chatId: z
				.string()
				.regex(
					/^(-?\d{1,20}|@\w{4,32})$/,
					"chatId must be a number, such as -1001234567890, or the @name of a channel",
				),
			token: z
				.string()
				.regex(
					/^\d{5,20}:[\w-]{20,80}$/,
					"token must be that of a bot, as @BotFather shows it: digits, a colon, and letters",
				)
				.describe("Stored encrypted"),
		})
		.meta({ component: "TelegramTargetCreation" }),
	z
		.object({
			kind: z.literal("ntfy"),
			server: webUrl.default("https://ntfy.sh"),
			topic: z.string().regex(/^[\w-]{1,64}$/, "topic must be 1 to 64 letters, digits, - and _"),
			token: z
				.string()
				.regex(/^[\x21-\x7e]{1,200}$/, "token must be an access token, such as tk_…")
				.optional()
				.describe("Of a server that wants one; stored encrypted"),
		})
		.meta({ component: "NtfyTargetCreation" }),
	z
		.object({ kind: z.literal("webhook"), url: secretUrl, signingSecret })
		.meta({ component: "WebhookTargetCreation" }),
]);
export type NewTarget = z.infer<typeof NewTarget>;

export const NewChannel = z
	.object({ name, target: NewTarget })
	.meta({ component: "ChannelCreation" });

/** The fields to change. */
export const ChannelUpdate = z
	.object({
		name,
		target: NewTarget.describe("With its secrets; a channel keeps its kind"),
		isOn: z.boolean().describe("true also switches a channel on again that was switched off"),
	})
	.partial()
	.meta({ component: "ChannelUpdate" });

const shown = {
	channelId: z.int(),
	organizationId: z.string(),
	kind: z.enum(CHANNEL_KINDS),
	name: z.string(),
	target: ChannelTarget,
	isOn: z.boolean(),
	offReason: z
		.enum(["person", "gone", "unconfirmed"])
		.nullable()
		.describe(
			"`person`: switched off by an administrator; `gone`: its server answered with 410; `unconfirmed`: the link in the mail to its address has not been opened",
		),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
};

/** A channel as listed. */
export const Channel = z.strictObject(shown).meta({ component: "Channel" });
export type Channel = z.infer<typeof Channel>;

/** A channel that was created or changed. */
export const SavedChannel = z
	.strictObject({
		...shown,
		signingSecret: z
			.string()
			.nullable()
			.describe("A webhook's new secret, which no later answer shows; null otherwise"),
	})
	.meta({ component: "SavedChannel" });
export type SavedChannel = z.infer<typeof SavedChannel>;
