import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Notice } from "../notice.ts";
import type { ChannelSecret } from "./channel.ts";
import { mailOfNotice } from "./mail.ts";
import { type HttpTarget, requestOfNotice } from "./request-of-notice.ts";

const URL_OF_CHANNEL = "https://hooks.example.com/T000/B000/XXXX";
const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const NOTICE: Notice = {
	type: "alert.firing",
	language: "en",
	title: "Sessions are <low> & @everyone",
	sentences: ["12 sessions in the last hour.", "<!channel> *Much* fewer than `usual`."],
	figures: [{ label: "Sessions", value: "12", previous: "120", change: -0.9 }],
	link: "https://stats.example.com/shop?a=1&b=2",
	data: { alertId: 3 },
};
const LONG: Notice = {
	...NOTICE,
	title: '👩‍🚒<&"*'.repeat(2000),
	sentences: Array.from({ length: 200 }, () => '👩‍🚒<&"_'.repeat(100)),
	figures: Array.from({ length: 50 }, () => ({
		label: "😀<".repeat(300),
		value: "😀&".repeat(300),
	})),
};

const requestFor = (
	notice: Notice,
	target: HttpTarget,
	secret: ChannelSecret = { url: URL_OF_CHANNEL },
) => {
	const now = new Date();
	return requestOfNotice(
		notice,
		{ target, secret },
		{ id: "msg_1", createdAt: now, now, telegramServer: "https://api.telegram.org" },
	);
};
const bodyFor = (...asked: Parameters<typeof requestFor>) =>
	JSON.parse(requestFor(...asked).body) as Record<string, never>;
const SLACK = { kind: "slack", url: "" } as const;
const DISCORD = { kind: "discord", url: "" } as const;
const TEAMS = { kind: "teams", url: "" } as const;
const TELEGRAM = { kind: "telegram", chatId: "-100123" } as const;
const BOT = { token: "123456:AAAAAAAAAAAAAAAAAAAAAAAA" };
const NTFY = {
	kind: "ntfy",
	server: "https://ntfy.example.com/push",
	topic: "ops",
	hasToken: true,
} as const;
const TOKEN = { token: "tk_secret" };

describe("a message to Slack", () => {
	it("has its figures and a link, and calls nobody", () =>
		expect(bodyFor(NOTICE, SLACK)).toEqual({
			text: "*Sessions are &lt;low&gt; &amp; @everyone*\n12 sessions in the last hour.\n&lt;!channel&gt; *Much* fewer than `usual`.\nSessions: 12 (before: 120, -90%)\n<https://stats.example.com/shop?a=1&amp;b=2|Open in Footfall>",
			blocks: [
				{
					type: "header",
					text: {
						type: "plain_text",
						emoji: false,
						text: "Sessions are &lt;low&gt; &amp; @everyone",
					},
				},
				{
					type: "section",
					text: {
						type: "mrkdwn",
						text: "12 sessions in the last hour.\n&lt;!channel&gt; *Much* fewer than `usual`.",
					},
				},
				{
					type: "section",
					fields: [{ type: "plain_text", emoji: false, text: "Sessions\n12 (before: 120, -90%)" }],
				},
				{
					type: "section",
					text: {
						type: "mrkdwn",
						text: "<https://stats.example.com/shop?a=1&amp;b=2|Open in Footfall>",
					},
				},
			],
			unfurl_links: false,
		}));

	it("stays within Slack's limits", () => {
		const { blocks } = bodyFor(LONG, SLACK) as unknown as {
			blocks: { text?: { text: string }; fields?: { text: string }[] }[];
		};
		expect(blocks[0]?.text?.text.length).toBeLessThanOrEqual(150);
		expect(blocks[1]?.text?.text.length).toBeLessThanOrEqual(3000);
		expect(blocks[2]?.fields).toHaveLength(10);
		expect(blocks[2]?.fields?.every(({ text }) => text.length <= 2000)).toBe(true);
	});
});

describe("a message to Discord", () => {
	it("shows marks as they are and mentions nobody", () =>
		expect(bodyFor(NOTICE, DISCORD)).toEqual({
			allowed_mentions: { parse: [] },
			embeds: [
				{
					title: "Sessions are \\<low\\> & \\@everyone",
					description:
						"12 sessions in the last hour.\n\\<!channel\\> \\*Much\\* fewer than \\`usual\\`.",
					color: 0xd64545,
					url: "https://stats.example.com/shop?a=1&b=2",
					fields: [{ name: "Sessions", value: "12 \\(before\\: 120, \\-90%\\)", inline: true }],
				},
			],
		}));

	it("has at most 6,000 characters", () => {
		const { embeds } = bodyFor(LONG, DISCORD) as unknown as {
			embeds: [{ title: string; description: string; fields: { name: string; value: string }[] }];
		};
		const [{ title, description, fields }] = embeds;
		const texts = [title, description, ...fields.flatMap(({ name, value }) => [name, value])];
		expect(title.length).toBeLessThanOrEqual(256);
		expect(texts.join("").length).toBeLessThanOrEqual(6000);
	});
});

describe("a message to Microsoft Teams", () => {
	it("is an adaptive card whose texts are not read as Markdown", () => {
		const { type, attachments } = bodyFor(NOTICE, TEAMS) as unknown as {
			type: string;
			attachments: [{ contentType: string; content: { body: object[]; actions: object[] } }];
		};
		const [{ contentType, content }] = attachments;
		expect([type, contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
		expect(content.body.at(-1)).toEqual({
			type: "RichTextBlock",
			inlines: [{ type: "TextRun", text: "Sessions: 12 (before: 120, -90%)" }],
		});
		expect(content.actions).toEqual([
			{ type: "Action.OpenUrl", title: "Open in Footfall", url: NOTICE.link },
		]);
	});

	it("has at most 28 kB", () =>
		expect(Buffer.byteLength(requestFor(LONG, TEAMS).body)).toBeLessThan(28_000));
});

describe("a message to Telegram", () => {
	it("goes to the bot's address as HTML in which texts of people are no tags", () => {
		const { url, secrets } = requestFor(NOTICE, TELEGRAM, BOT);
		expect(url).toBe(`https://api.telegram.org/bot${BOT.token}/sendMessage`);
		expect(secrets).toEqual([BOT.token]);
		expect(bodyFor(NOTICE, TELEGRAM, BOT)).toEqual({
			chat_id: "-100123",
			text: '<b>Sessions are &lt;low&gt; &amp; @everyone</b>\n12 sessions in the last hour.\n&lt;!channel&gt; *Much* fewer than `usual`.\nSessions: 12 (before: 120, -90%)\n<a href="https://stats.example.com/shop?a=1&amp;b=2">Open in Footfall</a>',
			parse_mode: "HTML",
			link_preview_options: { is_disabled: true },
		});
	});

	it("has at most 4,096 characters", () => {
		const { text } = bodyFor(LONG, TELEGRAM, BOT) as unknown as { text: string };
		expect(text.length).toBeLessThanOrEqual(4096);
	});
});

describe("a message to ntfy", () => {
	it("has its title, priority, tags, link and token as headers", () => {
		const { url, headers, body } = requestFor({ ...NOTICE, title: "Größe" }, NTFY, TOKEN);
		expect(url).toBe("https://ntfy.example.com/push/ops");
		expect(headers).toEqual({
			"content-type": "text/plain; charset=utf-8",
			title: `=?UTF-8?B?${Buffer.from("Größe").toString("base64")}?=`,
			priority: "4",
			tags: "rotating_light",
			click: NOTICE.link,
			authorization: "Bearer tk_secret",
		});
		expect(body).toContain("12 sessions in the last hour.");
	});

	it("has at most 4,096 bytes, and a title on one line", () => {
		const { body, headers } = requestFor({ ...LONG, title: "a\r\nx-evil: 1" }, NTFY, TOKEN);
		expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
		expect(headers["title"]).toBe("a x-evil: 1");
	});
});

describe("a webhook", () => {
	const target = { kind: "webhook", url: "" } as const;
	const secret = { url: URL_OF_CHANNEL, signingSecret: SIGNING_SECRET };

	it("is verified by a library of Standard Webhooks", () => {
		const { body, headers } = requestFor(NOTICE, target, secret);
		const verified = new Webhook(SIGNING_SECRET).verify(body, { ...headers }) as object;
		expect(verified).toMatchObject({
			type: "alert.firing",
			data: {
				title: NOTICE.title,
				figures: NOTICE.figures,
				link: NOTICE.link,
				details: { alertId: 3 },
			},
		});
		expect(headers["webhook-id"]).toBe("msg_1");
	});

	it("is not verified after a change of its body", () => {
		const { body, headers } = requestFor(NOTICE, target, secret);
		expect(() => new Webhook(SIGNING_SECRET).verify(`${body} `, { ...headers })).toThrow();
	});
});

describe("a mail of a notice", () => {
	it("has no markup of people in its HTML, and one line as its subject", () => {
		const { subject, html, text } = mailOfNotice({ ...NOTICE, title: "<b>a</b>\r\nBcc: x@y.z" });
		expect(subject).toBe("<b>a</b> Bcc: x@y.z");
		expect(html).toContain("&lt;b&gt;a&lt;/b&gt;");
		expect(html).not.toContain("<b>");
		expect(html).toContain('<meta name="color-scheme" content="light dark">');
		expect(text).toContain("Sessions: 12 (before: 120, -90%)");
	});

	it("is in the reader's language", () =>
		expect(mailOfNotice({ ...NOTICE, language: "de" }).html).toContain("In Footfall öffnen"));
});
