import { isAdministrator, type Membership, useMemberships } from "../../api/sites.ts";
import { useWording } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { failureText, ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ExampleTraffic } from "../shared/install/example-traffic.tsx";
import { FindBox } from "../shared/list/find-box.tsx";
import { Pager } from "../shared/list/pager.tsx";
import { AddSite } from "./add-site.tsx";
import { SiteCard } from "./site-card.tsx";
import css from "./sites.module.css";
import { SITE_ORDERS, type SiteAtAGlance, type SiteOrder, sortedSites } from "./sites-order.ts";
import { useGlance } from "./use-glance.ts";

const EmptySites = ({
	organizationId,
	onAdd,
}: {
	/** Where the viewer may add a site; undefined if nowhere. */
	organizationId: string | undefined;
	onAdd(): void;
}) => {
	const { words } = useWording();
	const mayAdd = organizationId !== undefined;
	return (
		<Panel label={words.sites.emptyTitle}>
			<CardState
				icon="bars"
				title={words.sites.emptyTitle}
				action={
					mayAdd && (
						<div class={css["begin"]}>
							<Button kind="main" onClick={onAdd}>
								{words.sites.add}
							</Button>
							<ExampleTraffic organizationId={organizationId} isMain />
						</div>
					)
				}
			>
				{mayAdd ? words.sites.emptyText : words.sites.emptyMember}
			</CardState>
		</Panel>
	);
};

const Cards = ({ sites }: { sites: readonly SiteAtAGlance[] }) => {
	const { words } = useWording();
	return (
		<>
			{sites.length === 0 && <p class="sec">{words.sites.none}</p>}
			<ul class={css["cards"]}>
				{sites.map((site) => (
					<li key={site.id}>
						<SiteCard site={site} />
					</li>
				))}
			</ul>
		</>
	);
};

const isOrder = (text: string | undefined): text is SiteOrder =>
	(SITE_ORDERS as readonly (string | undefined)[]).includes(text);

/** Whether no site has had a visit yet. */
const isQuiet = (sites: readonly SiteAtAGlance[]): boolean =>
	sites.every(({ figures }) => figures && figures.visitors === 0 && figures.previousVisitors === 0);

/** Fills rows of three columns, and of two. */
const SITES_PER_PAGE = 60;

/** An overview of all sites. Those of one page are in the chosen order; longer lists are sorted by domain. */
const Sites = () => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const organizations = useMemberships(false);
	const all: readonly Membership[] = organizations.data ?? [];
	const { find: search, page } = address;
	const glance = useGlance({
		sort_by: "domain",
		page_size: SITES_PER_PAGE,
		...(page !== undefined && { page }),
		...(search !== undefined && { search }),
	});
	const addTo = all.filter(({ role }) => isAdministrator(role));
	const order = isOrder(address.by) ? address.by : "visitors";
	const count = all.reduce((sum, { siteCount }) => sum + siteCount, 0);
	const foundCount = glance.list.data?.totalCount ?? 0;
	const isOnePage = foundCount <= SITES_PER_PAGE;
	const missing = [organizations, glance.list].find(({ data }) => data === undefined);
	const add = () => change({ open: "add" });
	return (
		<>
			<PageHead
				title={words.page.sites}
				aside={
					count > 0 && (
						<span class="mut wide">
							{count === 1
								? words.sites.summaryOne
								: words.sites.summary(new Intl.NumberFormat(locale).format(count))}
						</span>
					)
				}
				actions={
					<>
						{count > 1 && (
							<>
								<div class={css["search"]}>
									<FindBox
										label={words.sites.search}
										find={search ?? ""}
										onFind={(text, isSame) =>
											change(
												{ find: text === "" ? undefined : text, page: undefined },
												{ replaces: isSame },
											)
										}
									/>
								</div>
								{isOnePage && (
									<SelectField
										isBare
										label={words.sites.sort}
										value={order}
										choices={SITE_ORDERS.map((one) => [one, words.sites.sorts[one]])}
										onChoose={(by) => change({ by })}
									/>
								)}
							</>
						)}
						{addTo.length > 0 && (
							<Button kind="main" onClick={add}>
								<Icon name="plus" />
								{words.sites.add}
							</Button>
						)}
					</>
				}
			/>
			{missing?.failure ? (
				<Panel label={words.page.sites}>
					<ReportFailure report={missing} />
				</Panel>
			) : missing ? (
				<div class="three">
					<SkeletonBlock height={8.5} />
					<SkeletonBlock height={8.5} />
					<SkeletonBlock height={8.5} />
				</div>
			) : count === 0 ? (
				<EmptySites organizationId={addTo[0]?.id} onAdd={add} />
			) : (
				<>
					{glance.figures.failure && (
						<Banner tone="warn">
							<p>
								{words.card.notLoaded}.{" "}
								{Object.values(failureText(glance.figures.failure, words)).join(" ")}
							</p>
						</Banner>
					)}
					<Cards sites={isOnePage ? sortedSites(glance.sites, order, locale) : glance.sites} />
					<Pager rowCount={foundCount} perPage={SITES_PER_PAGE} />
					{addTo[0] && count <= SITES_PER_PAGE && search === undefined && isQuiet(glance.sites) && (
						<div class={css["quiet"]}>
							<ExampleTraffic organizationId={addTo[0].id} />
						</div>
					)}
				</>
			)}
			{address.open === "add" && addTo.length > 0 && (
				<AddSite organizations={addTo} onClose={() => change({ open: undefined })} />
			)}
		</>
	);
};

export default Sites;
