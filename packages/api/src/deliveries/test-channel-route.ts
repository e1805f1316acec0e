import { randomUUID } from "node:crypto";
import type { Notice } from "@footfall/notices";
import { sql } from "kysely";
import { z } from "zod";
import { CHANNEL_WRITING, findChannel, oneChannel } from "../channels/channel-routes.ts";
import { type Route, route } from "../routing/route.ts";
import { type DeliveryServices, tryDelivery } from "./try-delivery.ts";

const TEXTS = {
	en: {
		title: "A test from Footfall",
		sentence: "This channel works: alerts that name it will arrive here.",
	},
	de: {
		title: "Ein Test von Footfall",
		sentence: "Dieser Kanal funktioniert: Warnungen, die ihn nennen, kommen hier an.",
	},
} as const;

const testNotice = (language: Notice["language"], link: string): Notice => ({
	...{ type: "test", language, title: TEXTS[language].title },
	...{ sentences: [TEXTS[language].sentence], figures: [], link, data: {} },
});

/** Sends a test notice to a channel and tells what came of it. */
export const testChannelRoute = (services: DeliveryServices): Route =>
	route({
		...CHANNEL_WRITING,
		...oneChannel,
		method: "post",
		path: `${oneChannel.path}/test`,
		summary: "Sends a test notice to a channel",
		description:
			"Once, also to a channel that is off, and waits for the answer, for up to 10 s (mail: 90 s). `isAccepted` is false with the reason in `answer`. It is listed among the deliveries.",
		audit: "channel.test",
		body: z
			.object({ language: z.enum(["en", "de"]).default("en") })
			.meta({ component: "ChannelTrial" }),
		response: z
			.strictObject({
				isAccepted: z.boolean(),
				answer: z
					.string()
					.describe("The status and the beginning of the server's answer, or why there is none"),
			})
			.meta({ component: "ChannelTest" }),
		handle: async ({ organizationId, origin, params: { channelId }, body: { language } }) => {
			const { database } = services;
			const channel = await findChannel(database, { organizationId, channelId });
			const key = `test:${randomUUID()}`;
			const payload = { kind: "notice", notice: testNotice(language, origin) } as const;
			const delivery = {
				...{ organizationId, key, payload, copy: 0, address: null, createdAt: new Date() },
				recipient: `channel:${channel.channelId}`,
			};
			// Nothing goes to an address whose owner has not agreed.
			const isPermitted = channel.offReason !== "unconfirmed";
			const { result, answer } = await tryDelivery(
				services,
				delivery,
				isPermitted ? { ...channel, isOn: true } : channel,
			);
			const isAccepted = result === "sent";
			await database
				.insertInto("delivery")
				.values({
					...{ organizationId, channelId: channel.channelId, key },
					...{ payload: JSON.stringify(payload), tries: 1, lastAnswer: answer },
					status: isAccepted ? "sent" : "failed",
					...(isAccepted && { sentAt: sql<Date>`now()` }),
				})
				.execute();
			return { isAccepted, answer };
		},
	});
