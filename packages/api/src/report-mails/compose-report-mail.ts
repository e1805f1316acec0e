import { setMaxListeners } from "node:events";
import type { ReportMailContent, SiteContent } from "@footfall/notices";
import { hasRevenue } from "@footfall/reports/money/has-revenue";
import { createRunSql } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { LRUCache } from "lru-cache";
import { sitesNumbered } from "../access/find-site.ts";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import type { ReportDependencies } from "../reports/report-dependencies.ts";
import { sitesOf } from "../sites/sites-of.ts";
import { annotationsOfPeriod } from "./annotations-of-period.ts";
import { createReadReports } from "./read-reports.ts";
import type { ReportPeriod } from "./schedule.ts";
import { parametersOf, siteContentOf } from "./site-content.ts";
import { sitesContentOf } from "./sites-content.ts";
import type { StoredReportMail } from "./stored-report-mails.ts";

/** Explains the change of a site's sessions, in sentences. */
export type ExplainSessions = (question: {
	site: Site;
	range: Record<"start_date" | "end_date" | "time_zone", string>;
	compare: string;
	segmentId: number | null;
	language: "en" | "de";
	/** The sessions of both periods, where no imported ones are among them. */
	known: { from: number; to: number } | undefined;
}) => Promise<readonly string[]>;

/** What mails are made from. */
export interface ComposeServices {
	database: Database;
	reports: ReportDependencies;
	baseUrl: string | undefined;
	/** Absent where changes are not explained. */
	explain?: ExplainSessions | undefined;
	/** ms since the epoch. */
	now: () => number;
}

/** A mail's content but for its reader, and the PDF if it is wanted. */
export interface ComposedReportMail {
	content: Omit<ReportMailContent, "lateSince" | "isTrial" | "links">;
	dashboard: string | null;
	pdf: Buffer | undefined;
}

const MOST_SENTENCES = 2;
/** A mail to many recipients is sent within minutes; later its figures may have changed. */
const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 20;
const TIMEOUT_MS = 60_000;

const segmentName = async (database: Database, segmentId: number | null) => {
	if (segmentId === null) return null;
	const row = await database
		.selectFrom("segment")
		.select("name")
		.where("segmentId", "=", segmentId)
		.executeTakeFirst();
	return row?.name ?? null;
};

/** A site's page of the dashboard; null without a public address. */
const linkTo =
	(baseUrl: string | undefined) =>
	(site: Site): string | null =>
		baseUrl === undefined ? null : `${baseUrl}/${site.id}`;

/** What a mail says about all sites of an organization, or those that its reader may see, and the organization's name. */
const aboutSites = async (
	{ database, baseUrl, now }: ComposeServices,
	createReader: ReturnType<typeof createReadReports>,
	{
		report,
		period,
		visible,
		signal,
	}: {
		report: StoredReportMail;
		period: ReportPeriod;
		visible: ReadonlySet<number> | undefined;
		signal: AbortSignal;
	},
) => {
	const all = await sitesOf(database, report.organizationId);
	const sites = all.filter(({ siteId }) => visible === undefined || visible.has(siteId));
	const instant = now();
	const { segmentId } = report;
	const [content, segment, { name }] = await Promise.all([
		sitesContentOf(
			sites,
			(site) => createReader(site, instant, signal),
			{ schedule: report, period, segmentId },
			linkTo(baseUrl),
		),
		segmentName(database, segmentId),
		database
			.selectFrom("organization")
			.select("name")
			.where("id", "=", report.organizationId)
			.executeTakeFirstOrThrow(),
	]);
	return { name, content: { ...content, segment } };
};

/**
 * Reads what a mail of a report says about a period.
 * @returns a function whose answers are kept for some minutes, for the other recipients of the same mail
 * @throws ApiError if the report cannot be made until somebody changes it; another error if it may be made later
 */
export const createComposeReportMail = (services: ComposeServices) => {
	const { database, reports, baseUrl, explain, now } = services;
	const { store } = reports;
	const createReader = createReadReports(reports);

	const linkOf = linkTo(baseUrl);

	const siteOf = async ({ siteId }: StoredReportMail): Promise<Site> => {
		const [site] = await sitesNumbered(database, [siteId ?? 0]);
		if (!site) throw new ApiError("NOT_FOUND", "The site of this report was deleted");
		return site;
	};

	const sentencesOf = async (
		report: StoredReportMail,
		site: Site,
		period: ReportPeriod,
		{ figures, imported }: Pick<SiteContent, "figures" | "imported">,
	): Promise<readonly string[]> => {
		const { segmentId, language } = report;
		if (!explain || !report.parts.includes("changes")) return [];
		const { start_date, end_date, time_zone, compare } = parametersOf({
			...{ schedule: report, period, segmentId },
		}) as Record<"start_date" | "end_date" | "time_zone" | "compare", string>;
		const range = { start_date, end_date, time_zone };
		const { sessions } = figures;
		// Explanations leave imported days out.
		const isKnown = !imported && sessions !== undefined && sessions.previous !== null;
		const known = isKnown ? { from: sessions.previous ?? 0, to: sessions.value } : undefined;
		const sentences = await explain({ site, range, compare, segmentId, language, known });
		return sentences.slice(0, MOST_SENTENCES);
	};

	const aboutSite = async (
		report: StoredReportMail,
		period: ReportPeriod,
		signal: AbortSignal,
	): Promise<
		Pick<ComposedReportMail, "pdf" | "dashboard"> & { site: Site; content: SiteContent }
	> => {
		const site = await siteOf(report);
		const reader = createReader(site, now(), signal);
		const { parts, segmentId } = report;
		const requester = { tenant: site.organizationId, caller: "report mails", part: "" };
		const request = { schedule: report, period, parts, segmentId };
		const money = {
			currency: site.currency,
			hasRevenue: await hasRevenue(createRunSql(store, { requester, signal }), site),
		};
		const content = await siteContentOf(reader, request, money);
		const [sentences, annotations, segment, pdf] = await Promise.all([
			content.hasEvents ? sentencesOf(report, site, period, content) : [],
			parts.includes("annotations")
				? annotationsOfPeriod(database, site, period, report.timeZone)
				: [],
			segmentName(database, segmentId),
			report.attachPdf && content.hasEvents ? reader.pdf(parametersOf(request)) : undefined,
		]);
		const link = linkOf(site);
		const range = `range=${period.from}..${period.to}&tz=${encodeURIComponent(report.timeZone)}`;
		return {
			...{ site, pdf, content: { ...content, sentences, annotations, segment } },
			dashboard: link === null ? null : `${link}?${range}`,
		};
	};

	const compose = async (
		report: StoredReportMail,
		period: ReportPeriod,
		visible: ReadonlySet<number> | undefined,
	): Promise<ComposedReportMail> => {
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		// Each statement listens to it.
		setMaxListeners(0, signal);
		const { language, every, timeZone } = report;
		const shared = { language, every, timeZone, period, before: period.before };
		if (report.siteId === null) {
			const { name, content } = await aboutSites(services, createReader, {
				report,
				period,
				visible,
				signal,
			});
			return {
				content: { ...shared, title: name, domain: null, hasPdf: false, content },
				dashboard: baseUrl === undefined ? null : `${baseUrl}/sites`,
				pdf: undefined,
			};
		}
		const { site, content, dashboard, pdf } = await aboutSite(report, period, signal);
		const { name, domain } = site;
		return {
			content: { ...shared, title: name, domain, hasPdf: pdf !== undefined, content },
			...{ dashboard, pdf },
		};
	};

	const kept = new LRUCache<string, Promise<ComposedReportMail>>({
		max: MOST_KEPT,
		ttl: KEPT_MS,
	});
	/** @param visible the sites that the recipient may see; all if undefined */
	return (
		report: StoredReportMail,
		period: ReportPeriod,
		visible?: ReadonlySet<number>,
	): Promise<ComposedReportMail> => {
		const key = JSON.stringify([
			...[report.reportMailId, report.updatedAt.getTime(), period.key],
			...(visible ? [...visible] : []),
		]);
		const known = kept.get(key);
		if (known) return known;
		const composed = compose(report, period, visible);
		kept.set(key, composed);
		composed.catch(() => kept.delete(key));
		return composed;
	};
};
export type ComposeReportMail = ReturnType<typeof createComposeReportMail>;
