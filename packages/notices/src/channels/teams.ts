import type { Notice } from "../notice.ts";
import { type ChannelRequest, jsonRequest } from "./channel-request.ts";
import { linesOf, wordsOf } from "./notice-words.ts";
import { shorten } from "./shorten.ts";

/** A message has at most 28 kB; JSON takes up to 6 bytes for a character. */
const MAX = { title: 300, text: 3000, lines: 40 } as const;

/** Runs of a rich text are shown as they are, while a TextBlock would read Markdown in what people named. */
const richText = (text: string, style: object = {}) => ({
	type: "RichTextBlock",
	inlines: [{ type: "TextRun", text, ...style }],
});

/** An adaptive card for the workflow "Post to a channel when a webhook request is received" of Microsoft Teams. */
export const teamsRequest = (notice: Notice, { url }: { url: string }): ChannelRequest =>
	jsonRequest(
		url,
		{
			type: "message",
			attachments: [
				{
					contentType: "application/vnd.microsoft.card.adaptive",
					contentUrl: null,
					content: {
						$schema: "http://adaptivecards.io/schemas/adaptive-card.json",
						type: "AdaptiveCard",
						version: "1.4",
						body: [
							richText(shorten(notice.title, { max: MAX.title }), {
								weight: "Bolder",
								size: "Medium",
							}),
							...shorten(linesOf(notice).join("\n"), { max: MAX.text })
								.split("\n")
								.filter((line) => line !== "")
								.slice(0, MAX.lines)
								.map((line) => richText(line)),
						],
						...(notice.link !== undefined && {
							actions: [{ type: "Action.OpenUrl", title: wordsOf(notice).open, url: notice.link }],
						}),
						msteams: { width: "Full" },
					},
				},
			],
		},
		[url],
	);
