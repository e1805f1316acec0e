import type { Notice } from "../notice.ts";
import { type ChannelRequest, jsonRequest } from "./channel-request.ts";
import { figuresOf } from "./notice-words.ts";
import { shorten } from "./shorten.ts";

/** An embed has at most 6,000 characters in all: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MAX = { title: 256, description: 2500, name: 100, value: 200 } as const;
const COLORS = {
	"alert.firing": 0xd64545,
	"alert.resolved": 0x2f9e64,
	"report.ready": 0x3b6fd4,
	"audit.entry": 0x3b6fd4,
	test: 0x3b6fd4,
} as const;

/** Discord shows any mark behind a backslash as it is, also those of mentions. */
const escaped = (piece: string): string => piece.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, "\\$&");

/** A message for a webhook of a Discord channel. */
export const discordRequest = (notice: Notice, { url }: { url: string }): ChannelRequest =>
	jsonRequest(
		url,
		{
			// What people named must not call anybody.
			allowed_mentions: { parse: [] },
			embeds: [
				{
					title: shorten(notice.title, { max: MAX.title, escape: escaped }),
					description: shorten(notice.sentences.join("\n"), {
						max: MAX.description,
						escape: escaped,
					}),
					color: COLORS[notice.type],
					...(notice.link !== undefined && { url: notice.link }),
					fields: figuresOf(notice).map(({ label, value }) => ({
						name: shorten(label, { max: MAX.name, escape: escaped }) || "–",
						value: shorten(value, { max: MAX.value, escape: escaped }) || "–",
						inline: true,
					})),
				},
			],
		},
		[url],
	);
