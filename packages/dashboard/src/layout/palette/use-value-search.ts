import { useEffect, useState } from "preact/hooks";
import { type AnswerTo, fetchSiteReport } from "../../api/site-reports.ts";
import { useReport } from "../../api/use-report.ts";
import type { SitePage } from "../../router/destination.ts";
import { type MenuReader, maySee } from "../frame/menu-entries.ts";
import { useSiteView } from "../site-view.ts";

/** A value of a dimension. */
export interface FoundValue {
	field: string;
	value: string;
}

/** The dimensions that are searched, with the page that lists their values. */
const SEARCHED: readonly (readonly [field: string, page: SitePage])[] = [
	["pathname", "pages"],
	["referrer", "sources"],
	["channel", "sources"],
	["utm_campaign", "sources"],
	["city", "places"],
	["device_type", "devices"],
	["browser", "devices"],
	["operating_system", "devices"],
	["event_name", "events"],
];
/** A shorter text is in too many values. */
const LEAST_LETTERS = 2;
const PAUSE_MS = 250;
const MOST_OF_FIELD = 3;
const MOST_VALUES = 8;

/** The text once nobody has typed for a moment. */
const usePaused = (text: string): string => {
	const [paused, setPaused] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setPaused(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return paused;
};

/**
 * The most frequent values that contain a text, of the dimensions whose pages the viewer may open. One request after
 * each pause in typing; it aborts the one before.
 */
export const useValueSearch = (typed: string, reader: MenuReader) => {
	const { site, viewer, parameters } = useSiteView();
	// Values of the whole site in the period: a filter that excludes all others may be the reason to look for one.
	const { filters: _, segment_id: __, ...period } = parameters;
	const text = usePaused(typed);
	const search = text.length < LEAST_LETTERS ? "" : text;
	const fields = SEARCHED.filter(
		([field, page]) => maySee(page, reader) && (!search.startsWith("/") || field === "pathname"),
	).map(([field]) => field);
	return useReport({
		key: ["found values", site.id, viewer, period, fields, search],
		isOff: search === "" || fields.length === 0,
		fetch: async (signal) => {
			const answers = await Promise.allSettled(
				fields.map(async (field) => {
					const parameters = { ...period, parameter: field, search, limit: MOST_OF_FIELD };
					const query = { report: "metric", parameters };
					const answer = await fetchSiteReport({ site: site.id, viewer }, query, signal);
					return (answer as AnswerTo<"metric">).data.data.map((row) => ({ ...row, field }));
				}),
			);
			const found = answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
			const failed = answers.find((one) => one.status === "rejected");
			if (failed && found.length === 0) throw failed.reason;
			return {
				values: found
					.filter(({ value }) => value !== "")
					.toSorted((one, other) => other.count - one.count)
					.slice(0, MOST_VALUES)
					.map(({ field, value }): FoundValue => ({ field, value })),
				isPartial: failed !== undefined,
			};
		},
	});
};
