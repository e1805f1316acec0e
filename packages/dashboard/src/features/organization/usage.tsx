import { type ListedSite, useOwnSites } from "../../api/own-sites.ts";
import { countText, countTitle, percentOf, percentText, UNMEASURED } from "../../format/number.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { addDays, addMonths, dayOf, firstOfMonth } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { type SiteUsage, useEventDays, useSiteUsages } from "../shared/access/organization-api.ts";
import { ReportPanel } from "../shared/report/report-panel.tsx";
import { useOwnMoment } from "../shared/time/use-own-moment.ts";
import css from "./organization.module.css";
import type { SectionProps } from "./section.ts";
import { type UsageMonth, usageMonths } from "./usage-months.ts";

const MONTHS = 12;
/** One request each. */
const MOST_SITES = 40;

const Count = ({ value }: { value: number | null }) => {
	const { locale } = useWording();
	if (value === null) return <>{UNMEASURED}</>;
	return <span title={countTitle(value, locale)}>{countText(value, locale)}</span>;
};

const Figures = ({ usage, sites }: { usage: SiteUsage; sites: number }) => {
	const { locale } = useWording();
	const words = useAreaWords("around").usage;
	const number = new Intl.NumberFormat(locale);
	return (
		<dl class={css["figures"]}>
			<div>
				<dt>{words.month}</dt>
				<dd>
					<Count value={usage.orgEventsThisMonth} />
					<small>
						{words.days(number.format(usage.daysElapsed), number.format(usage.daysInMonth))}
					</small>
				</dd>
			</div>
			<div>
				<dt>{words.expected}</dt>
				<dd>
					<Count value={usage.projectedOrgEvents} />
				</dd>
			</div>
			<div>
				<dt>{words.limit}</dt>
				<dd>
					{usage.orgEventLimit === null ? words.noLimit : <Count value={usage.orgEventLimit} />}
				</dd>
			</div>
			<div>
				<dt>{words.sites}</dt>
				<dd>{number.format(sites)}</dd>
			</div>
		</dl>
	);
};

const Months = ({ months, present }: { months: readonly UsageMonth[]; present: string }) => {
	const { locale } = useWording();
	const { table, usage: words } = useAreaWords("around");
	const most = Math.max(1, ...months.map(({ events }) => events));
	const name = new Intl.DateTimeFormat(locale, {
		month: "short",
		year: "numeric",
		timeZone: "UTC",
	});
	return (
		<Table<UsageMonth>
			label={table(words.months)}
			rows={months}
			keyOf={({ month }) => month}
			columns={[
				{
					id: "month",
					head: words.monthHead,
					cell: ({ month }) => (
						<span class="nw">
							{name.format(new Date(`${month}-01T00:00:00Z`))}{" "}
							{month === present && <span class="mut">{words.soFar}</span>}
						</span>
					),
				},
				{
					id: "bar",
					head: words.share,
					isHeadHidden: true,
					cell: ({ month, events }) => (
						<div class={css["track"]} aria-hidden="true">
							<span
								class={`${css["bar"]} ${month === present ? css["open"] : ""}`}
								style={{ width: `${(100 * events) / most}%` }}
							/>
						</div>
					),
				},
				{
					id: "events",
					head: words.events,
					isNumber: true,
					cell: ({ events }) => <Count value={events} />,
				},
				{
					id: "pageviews",
					head: words.pageviews,
					isNumber: true,
					cell: ({ pageviews }) => <Count value={pageviews} />,
				},
				{
					id: "custom",
					head: words.custom,
					isNumber: true,
					cell: ({ custom }) => <Count value={custom} />,
				},
				{
					id: "other",
					head: words.other,
					isNumber: true,
					cell: ({ other }) => <Count value={other} />,
				},
			]}
		/>
	);
};

const BySite = ({
	usages,
	sites,
}: {
	usages: readonly (SiteUsage & { site: string })[];
	sites: readonly ListedSite[];
}) => {
	const { locale } = useWording();
	const { table, usage: words } = useAreaWords("around");
	const { linkTo } = useAddress();
	const domainOf = (id: string) => sites.find((site) => site.id === id)?.domain ?? id;
	const share = ({ siteEventsThisMonth, orgEventsThisMonth }: SiteUsage) => {
		const percent = percentOf(siteEventsThisMonth, orgEventsThisMonth);
		return percent === null ? "" : percentText(percent, locale);
	};
	return (
		<Table<SiteUsage & { site: string }>
			label={table(words.bySite)}
			rows={[...usages].sort((one, other) => other.siteEventsThisMonth - one.siteEventsThisMonth)}
			keyOf={({ site }) => site}
			columns={[
				{
					id: "site",
					head: words.site,
					cell: ({ site }) => (
						<a class="link" href={linkTo({ to: "site", site, page: "overview", rest: [] })}>
							{domainOf(site)}
						</a>
					),
				},
				{
					id: "events",
					head: words.events,
					isNumber: true,
					cell: ({ siteEventsThisMonth }) => <Count value={siteEventsThisMonth} />,
				},
				{ id: "share", head: words.share, isNumber: true, cell: share },
				{
					id: "expected",
					head: words.expected,
					isNumber: true,
					cell: ({ projectedSiteEvents }) => <Count value={projectedSiteEvents} />,
				},
			]}
		/>
	);
};

/** The number of events by month and by site, and the limits. */
export const Usage = ({ organization, which, links }: SectionProps) => {
	const { words: frame, locale } = useWording();
	const words = useAreaWords("around").usage;
	const { timeZone } = useOwnMoment();
	const today = dayOf(Date.now(), timeZone);
	const { siteCount } = organization;
	const isEmpty = siteCount === 0;
	const listed = useOwnSites({ organization_id: organization.id, page_size: MOST_SITES }, isEmpty);
	const sites = listed.data?.data ?? [];
	const days = useEventDays(
		organization.id,
		{
			start_date: addMonths(firstOfMonth(today), 1 - MONTHS),
			end_date: addDays(today, 0),
			time_zone: timeZone,
		},
		isEmpty,
	);
	const usages = useSiteUsages(sites.map(({ id }) => id));
	const bySite = listed.data ? usages : { ...usages, failure: listed.failure, retry: listed.retry };
	const [first] = usages.data ?? [];
	return (
		<>
			<PageHead title={frame.menu.usage} of={organization.name} aside={which} />
			{links}
			{isEmpty ? (
				<Panel label={frame.menu.usage}>
					<CardState icon="bars" title={words.empty}>
						{words.emptyText}
					</CardState>
				</Panel>
			) : (
				<>
					{first ? (
						<Figures usage={first} sites={siteCount} />
					) : bySite.failure ? (
						<Panel label={words.month}>
							<ReportFailure report={bySite} />
						</Panel>
					) : (
						<SkeletonBlock height={5} />
					)}
					<ReportPanel
						label={words.months}
						title={words.months}
						report={days}
						foot={words.zone(timeZone)}
					>
						{(found) => {
							const months = usageMonths(found, today.slice(0, 7));
							return months.length === 0 ? (
								<CardState icon="bars" title={frame.card.noVisit} />
							) : (
								<Months months={months} present={today.slice(0, 7)} />
							);
						}}
					</ReportPanel>
					<ReportPanel
						label={words.bySite}
						title={words.bySite}
						report={bySite}
						foot={
							siteCount > MOST_SITES &&
							words.first(new Intl.NumberFormat(locale).format(MOST_SITES))
						}
					>
						{(found) => <BySite usages={found} sites={sites} />}
					</ReportPanel>
				</>
			)}
		</>
	);
};
