import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../../../api/answer.ts";
import { answerOf, client } from "../../../api/client.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";

const MAILS = "/api/organizations/{organizationId}/report-mails";
const MAIL = "/api/organizations/{organizationId}/report-mails/{reportMailId}";

export type MailList = Answer<typeof MAILS>;
export type ReportMail = MailList["data"][number];
export type Recipient = ReportMail["recipients"][number];
export type MailPreview =
	Answer<"/api/organizations/{organizationId}/report-mails/{reportMailId}/preview">;
export type MailBody = NonNullable<
	paths[typeof MAILS]["post"]["requestBody"]
>["content"]["application/json"];
export type MailUpdate = NonNullable<
	paths[typeof MAIL]["put"]["requestBody"]
>["content"]["application/json"];

const mailsKey = (organizationId: string) => ["report-mails", organizationId];
/** Mails are sent and confirmed meanwhile. */
const REFRESH_MS = 30_000;

const at = (organizationId: string, reportMailId: number) => ({
	params: { path: { organizationId, reportMailId: String(reportMailId) } },
});

/** The reports of an organization that the viewer may see. */
export const useReportMails = (organizationId: string): Report<MailList> =>
	useReport({
		key: mailsKey(organizationId),
		everyMs: REFRESH_MS,
		fetch: (signal) =>
			answerOf(client.GET(MAILS, { params: { path: { organizationId } }, signal })),
	});

/** The mail that a report would be now. @param version of the report, whose changes make another mail */
export const useMailPreview = (
	organizationId: string,
	reportMailId: number,
	version: string,
): Report<MailPreview> =>
	useReport({
		key: ["report-mail-preview", organizationId, reportMailId, version],
		fetch: (signal) =>
			answerOf(
				client.GET("/api/organizations/{organizationId}/report-mails/{reportMailId}/preview", {
					...at(organizationId, reportMailId),
					signal,
				}),
			),
	});

const changed = async <Result>(
	organizationId: string,
	result: Promise<Result>,
): Promise<Result> => {
	const answer = await result;
	await invalidate(mailsKey(organizationId));
	return answer;
};

/** Adds a report, or changes one. @returns its id */
export const saveReportMail = async (
	organizationId: string,
	reportMailId: number | undefined,
	body: MailBody,
): Promise<number> => {
	const saved = await changed(
		organizationId,
		answerOf(
			reportMailId === undefined
				? client.POST(MAILS, { params: { path: { organizationId } }, body })
				: client.PUT(MAIL, { ...at(organizationId, reportMailId), body }),
		),
	);
	return saved.reportMailId;
};

export const pauseReportMail = (organizationId: string, reportMailId: number, isPaused: boolean) =>
	changed(
		organizationId,
		answerOf(client.PUT(MAIL, { ...at(organizationId, reportMailId), body: { isPaused } })),
	);

export const deleteReportMail = (organizationId: string, reportMailId: number) =>
	changed(organizationId, answerOf(client.DELETE(MAIL, at(organizationId, reportMailId))));

/** Subscribes the viewer, or unsubscribes them. */
export const subscribe = (organizationId: string, reportMailId: number, isSubscribed: boolean) =>
	changed(
		organizationId,
		answerOf(
			client.PUT("/api/organizations/{organizationId}/report-mails/{reportMailId}/subscription", {
				...at(organizationId, reportMailId),
				body: { isSubscribed },
			}),
		),
	);

/** Mails a recipient without an account a new link to agree with. */
export const askAgain = (organizationId: string, reportMailId: number, recipientId: number) =>
	changed(
		organizationId,
		answerOf(
			client.POST(
				"/api/organizations/{organizationId}/report-mails/{reportMailId}/recipients/{recipientId}/confirmation",
				{
					params: {
						path: {
							organizationId,
							reportMailId: String(reportMailId),
							recipientId: String(recipientId),
						},
					},
				},
			),
		),
	);

/** Sends the viewer the mail that the report would be now. */
export const sendNow = (organizationId: string, reportMailId: number) =>
	answerOf(
		client.POST("/api/organizations/{organizationId}/report-mails/{reportMailId}/send", {
			...at(organizationId, reportMailId),
		}),
	);

type Delivery = Answer<"/api/organizations/{organizationId}/deliveries">["data"][number];

/** How often a mail that was just asked for is looked up. */
const FOLLOWING_MS = 2000;

/** The newest mail to an address about something, once it is listed. @param at ms since the epoch, of the request */
export const useDeliveryTo = (
	organizationId: string,
	{
		key,
		address,
		at: askedAt,
		isOff,
	}: {
		/** How the delivery's key begins. */
		key: string;
		address: string;
		at: number;
		isOff: boolean;
	},
): Delivery | undefined => {
	const [isOver, setIsOver] = useState(false);
	const { data } = useReport({
		key: ["report-mail-asked", organizationId, key, askedAt],
		isOff,
		...(!isOver && { everyMs: FOLLOWING_MS }),
		fetch: async (signal) => {
			const { data: listed } = await answerOf(
				client.GET("/api/organizations/{organizationId}/deliveries", {
					params: { path: { organizationId } },
					signal,
				}),
			);
			return listed.find((one) => one.address === address && one.key.startsWith(key)) ?? null;
		},
	});
	const isEnded = data != null && data.status !== "waiting";
	useEffect(() => setIsOver(isEnded), [isEnded]);
	return data ?? undefined;
};
