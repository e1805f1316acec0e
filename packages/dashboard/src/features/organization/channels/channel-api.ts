import type { Answer } from "../../../api/answer.ts";
import { answerOf, client } from "../../../api/client.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { andInvalidate } from "../../shared/access/organization-api.ts";

const PATH = "/api/organizations/{organizationId}/channels";
export type Channel = Answer<typeof PATH>["data"][number];
export type ChannelKind = Channel["kind"];
export type DeliveryPage = Answer<"/api/organizations/{organizationId}/deliveries">;
export type Delivery = DeliveryPage["data"][number];
export type NewChannel = NonNullable<
	paths[typeof PATH]["post"]["requestBody"]
>["content"]["application/json"];

export const DELIVERIES_PER_PAGE = 50;
/** While one waits, its next try may be seconds away. */
const REFRESH_MS = 10_000;

const CHANNELS = (organization: string) => ["channels", organization];
const DELIVERIES = (organization: string) => ["deliveries", organization];

export const useChannels = (organizationId: string): Report<readonly Channel[]> =>
	useReport({
		key: CHANNELS(organizationId),
		fetch: async (signal) =>
			(await answerOf(client.GET(PATH, { params: { path: { organizationId } }, signal }))).data,
	});

/** What the list of deliveries is narrowed to. */
export interface DeliveryQuery {
	channel?: string | undefined;
	status?: Delivery["status"] | undefined;
	page: number;
}

export const useDeliveries = (
	organizationId: string,
	{ channel, status, page }: DeliveryQuery,
): Report<DeliveryPage> =>
	useReport({
		key: [...DELIVERIES(organizationId), channel, status, page],
		everyMs: REFRESH_MS,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/organizations/{organizationId}/deliveries", {
					params: {
						path: { organizationId },
						query: {
							...(channel !== undefined && { channel }),
							...(status !== undefined && { status }),
							page,
							limit: DELIVERIES_PER_PAGE,
						},
					},
					signal,
				}),
			),
	});

const at = ({ organizationId, channelId }: Pick<Channel, "organizationId" | "channelId">) => ({
	params: { path: { organizationId, channelId: String(channelId) } },
});

/** @returns a webhook's signing secret, which is not shown again; null for other kinds */
export const addChannel = async (
	organizationId: string,
	body: NewChannel,
): Promise<string | null> => {
	const added = await andInvalidate(
		answerOf(client.POST(PATH, { params: { path: { organizationId } }, body })),
		CHANNELS(organizationId),
	);
	return added.signingSecret;
};

export const changeChannel = (
	channel: Channel,
	body: { name?: string; target?: NewChannel["target"]; isOn?: boolean },
) =>
	andInvalidate(
		answerOf(
			client.PUT("/api/organizations/{organizationId}/channels/{channelId}", {
				...at(channel),
				body,
			}),
		),
		CHANNELS(channel.organizationId),
	);

export const removeChannel = (channel: Channel) =>
	andInvalidate(
		andInvalidate(
			answerOf(
				client.DELETE("/api/organizations/{organizationId}/channels/{channelId}", at(channel)),
			),
			DELIVERIES(channel.organizationId),
		),
		CHANNELS(channel.organizationId),
	);

/** Sends a test notice and waits for the server's answer. */
export const testChannel = (channel: Channel, language: "en" | "de") =>
	andInvalidate(
		answerOf(
			client.POST("/api/organizations/{organizationId}/channels/{channelId}/test", {
				...at(channel),
				body: { language },
			}),
		),
		DELIVERIES(channel.organizationId),
	);

export const sendAgain = (organizationId: string, deliveryId: number) =>
	andInvalidate(
		answerOf(
			client.POST("/api/organizations/{organizationId}/deliveries/{deliveryId}/send-again", {
				params: { path: { organizationId, deliveryId: String(deliveryId) } },
			}),
		),
		DELIVERIES(organizationId),
	);
