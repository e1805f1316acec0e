import type { Answer } from "../../api/answer.ts";
import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import type { paths } from "../../api/schema.ts";
import { type Report, useReport } from "../../api/use-report.ts";
import { useSiteView } from "../../layout/site-view.ts";
import type { AlertRule } from "./alert-draft.ts";

const ALERTS = "/api/sites/{site}/alerts";
const ALERT = "/api/sites/{site}/alerts/{alertId}";

type ListedRow = Answer<typeof ALERTS>[number];

/** An alert as the API lists it; its document writes the trees of filters in a way of its own. */
export type Alert = Omit<ListedRow, "rule"> & { rule: AlertRule };
export type AlertEvent = Answer<"/api/sites/{site}/alerts/{alertId}/events">[number];
export type Channel = Answer<"/api/organizations/{organizationId}/channels">["data"][number];
export type DryRun = NonNullable<
	paths["/api/sites/{site}/alerts/dry-run"]["post"]["responses"][200]["content"]["application/json"]
>;

const alertsKey = (site: string) => ["alerts", site];
/** The states change by themselves. */
const REFRESH_MS = 30_000;

const of = (site: string, alertId: number) => ({
	params: { path: { site, alertId: String(alertId) } },
});

/** All alerts of the open site. */
export const useAlerts = (): Report<readonly Alert[]> => {
	const { site } = useSiteView();
	return useReport({
		key: [...alertsKey(site.id), "list"],
		everyMs: REFRESH_MS,
		fetch: async (signal) => {
			const alerts = await answerOf(
				client.GET(ALERTS, { params: { path: { site: site.id } }, signal }),
			);
			return alerts as unknown as readonly Alert[];
		},
	});
};

/** The newest firings of an alert. @param count the most of them */
export const useAlertEvents = (alertId: number, count: number): Report<readonly AlertEvent[]> => {
	const { site } = useSiteView();
	return useReport({
		key: [...alertsKey(site.id), "events", alertId, count],
		everyMs: REFRESH_MS,
		fetch: (signal) =>
			answerOf(
				client.GET("/api/sites/{site}/alerts/{alertId}/events", {
					params: {
						path: { site: site.id, alertId: String(alertId) },
						query: { limit: count },
					},
					signal,
				}),
			),
	});
};

/** The channels of the site's organization. */
export const useChannels = (): Report<readonly Channel[]> => {
	const { site } = useSiteView();
	return useReport({
		key: ["channels", site.organizationId],
		fetch: async (signal) => {
			const { data } = await answerOf(
				client.GET("/api/organizations/{organizationId}/channels", {
					params: { path: { organizationId: site.organizationId } },
					signal,
				}),
			);
			return data;
		},
	});
};

const changed = async <Result>(site: string, result: Promise<Result>): Promise<Result> => {
	const answer = await result;
	await invalidate(alertsKey(site));
	return answer;
};

type Body = NonNullable<paths[typeof ALERTS]["post"]["requestBody"]>["content"]["application/json"];

/** Adds an alert, or replaces one. @returns its id */
export const saveAlert = async (
	site: string,
	{ alertId, ...alert }: { alertId: number | undefined; name: string; rule: AlertRule },
): Promise<number> => {
	const body = alert as unknown as Body;
	const saved = await changed(
		site,
		answerOf(
			alertId === undefined
				? client.POST(ALERTS, { params: { path: { site } }, body })
				: client.PUT(ALERT, { ...of(site, alertId), body }),
		),
	);
	return saved.alertId;
};

export const deleteAlert = (site: string, alertId: number) =>
	changed(site, answerOf(client.DELETE(ALERT, of(site, alertId))));

/** @param until ISO 8601; absent = until it is resumed */
export const pauseAlert = (site: string, alertId: number, until: string | undefined) =>
	changed(
		site,
		answerOf(
			client.POST("/api/sites/{site}/alerts/{alertId}/pause", {
				...of(site, alertId),
				body: until === undefined ? {} : { until },
			}),
		),
	);

export const resumeAlert = (site: string, alertId: number) =>
	changed(
		site,
		answerOf(client.POST("/api/sites/{site}/alerts/{alertId}/resume", of(site, alertId))),
	);

/** When a rule would have fired. */
export const tryRule = (site: string, rule: AlertRule): Promise<DryRun> =>
	answerOf(
		client.POST("/api/sites/{site}/alerts/dry-run", {
			params: { path: { site } },
			body: { rule } as unknown as { rule: Body["rule"] },
		}),
	);
