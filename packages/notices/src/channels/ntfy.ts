import type { Notice } from "../notice.ts";
import type { ChannelRequest } from "./channel-request.ts";
import { linesOf } from "./notice-words.ts";
import { bytesOf, shorten } from "./shorten.ts";

/** A longer message would become an attachment: https://docs.ntfy.sh/publish/#limitations */
const MAX = { title: 200, message: 4000 } as const;
const LOOKS = {
	"alert.firing": { priority: "4", tag: "rotating_light" },
	"alert.resolved": { priority: "3", tag: "white_check_mark" },
	"report.ready": { priority: "3", tag: "bar_chart" },
	"audit.entry": { priority: "3", tag: "scroll" },
	test: { priority: "3", tag: "bell" },
} as const;

/** Headers hold ASCII alone; ntfy decodes RFC 2047. */
const headerText = (text: string): string => {
	const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
	return /^[\x20-\x7e]*$/.test(line) ? line : `=?UTF-8?B?${Buffer.from(line).toString("base64")}?=`;
};

/** A message to a topic of ntfy.sh or of another ntfy server. */
export const ntfyRequest = (
	notice: Notice,
	{ server, topic, token }: { server: string; topic: string; token?: string | undefined },
): ChannelRequest => {
	const { priority, tag } = LOOKS[notice.type];
	return {
		url: new URL(topic, server.endsWith("/") ? server : `${server}/`).href,
		headers: {
			"content-type": "text/plain; charset=utf-8",
			title: headerText(shorten(notice.title, { max: MAX.title })),
			priority,
			tags: tag,
			...(notice.link !== undefined && { click: new URL(notice.link).href }),
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		},
		// An empty message would be shown as "triggered".
		body: shorten(linesOf(notice).join("\n") || notice.title, {
			max: MAX.message,
			size: bytesOf,
		}),
		secrets: token === undefined ? [] : [token],
	};
};
