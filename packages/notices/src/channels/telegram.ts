import type { Notice } from "../notice.ts";
import { type ChannelRequest, jsonRequest } from "./channel-request.ts";
import { linesOf, wordsOf } from "./notice-words.ts";
import { shorten } from "./shorten.ts";

/** A message has at most 4,096 characters: https://core.telegram.org/bots/api#sendmessage */
const MAX = { title: 300, text: 3200 } as const;

const escaped = (piece: string): string =>
	piece
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");

/**
 * A message of a bot to a chat.
 * @param server the bot API's, without a trailing slash
 */
export const telegramRequest = (
	notice: Notice,
	{ chatId, token, server }: { chatId: string; token: string; server: string },
): ChannelRequest => {
	const title = `<b>${shorten(notice.title, { max: MAX.title, escape: escaped })}</b>`;
	const text = shorten(linesOf(notice).join("\n"), { max: MAX.text, escape: escaped });
	const link =
		notice.link === undefined
			? ""
			: `<a href="${escaped(notice.link)}">${escaped(wordsOf(notice).open)}</a>`;
	return jsonRequest(
		`${server}/bot${token}/sendMessage`,
		{
			chat_id: chatId,
			text: [title, text, link].filter((part) => part !== "").join("\n"),
			parse_mode: "HTML",
			link_preview_options: { is_disabled: true },
		},
		[token],
	);
};
