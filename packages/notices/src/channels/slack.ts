import type { Notice } from "../notice.ts";
import { type ChannelRequest, jsonRequest } from "./channel-request.ts";
import { figuresOf, linesOf, wordsOf } from "./notice-words.ts";
import { shorten } from "./shorten.ts";

/** https://docs.slack.dev/reference/block-kit/blocks */
const MAX = { header: 150, section: 3000, field: 500, text: 4000 } as const;

/** Without it, `<!channel>` would call everybody. */
const escaped = (piece: string): string =>
	piece.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const withLink = ({ link, ...notice }: Notice): string =>
	link === undefined ? "" : `<${escaped(link)}|${wordsOf(notice).open}>`;

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

/**
 * A message for an incoming webhook of Slack, or of a product that takes the same, such as Mattermost: those show `text`
 * where they do not know blocks.
 */
export const slackRequest = (notice: Notice, { url }: { url: string }): ChannelRequest => {
	const title = shorten(notice.title, { max: MAX.header, escape: escaped });
	const sentences = shorten(notice.sentences.join("\n"), { max: MAX.section, escape: escaped });
	const fields = figuresOf(notice).map(({ label, value }) => ({
		type: "plain_text",
		emoji: false,
		text: shorten(`${label}\n${value}`, { max: MAX.field, escape: escaped }),
	}));
	const link = withLink(notice);
	const lines = shorten(linesOf(notice).join("\n"), { max: MAX.text, escape: escaped });
	return jsonRequest(
		url,
		{
			text: [`*${title}*`, lines, link].filter((part) => part !== "").join("\n"),
			blocks: [
				{ type: "header", text: { type: "plain_text", emoji: false, text: title } },
				...(sentences === "" ? [] : [section(sentences)]),
				...(fields.length === 0 ? [] : [{ type: "section", fields }]),
				...(link === "" ? [] : [section(link)]),
			],
			unfurl_links: false,
		},
		[url],
	);
};
