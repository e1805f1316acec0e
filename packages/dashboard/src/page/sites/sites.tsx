import { useState } from "preact/hooks";
import { useAddress } from "../../address/use-address.ts";
import { type OwnOrganization, useOrganizations } from "../../api/sites.ts";
import { Banner } from "../../part/banner.tsx";
import { Button } from "../../part/button.tsx";
import { CardState, SkeletonBlock } from "../../part/card-state.tsx";
import { BareInput, SelectField } from "../../part/field.tsx";
import { Icon } from "../../part/icon.tsx";
import { foldedText } from "../../part/match-text.ts";
import { Panel } from "../../part/panel.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { failureText, ReportFailure } from "../../shell/report-failure.tsx";
import { useWording } from "../../words/language.ts";
import { ExampleTraffic } from "../example/example-traffic.tsx";
import { AddSite } from "./add-site.tsx";
import { SiteCard } from "./site-card.tsx";
import css from "./sites.module.css";
import { SITE_ORDERS, type SiteAtAGlance, type SiteOrder, sortedSites } from "./sites-order.ts";
import { useGlance } from "./use-glance.ts";

const EmptySites = ({
	organizationId,
	onAdd,
}: {
	/** Where a site may be added; undefined for those who may not. */
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

const Cards = ({
	sites,
	order,
	search,
}: {
	sites: readonly SiteAtAGlance[];
	order: SiteOrder;
	search: string;
}) => {
	const { words, locale } = useWording();
	const folded = foldedText(search.trim());
	const found = sites.filter(({ name, domain }) =>
		foldedText(`${name} ${domain}`).includes(folded),
	);
	return (
		<>
			{found.length === 0 && <p class="sec">{words.sites.none}</p>}
			<ul class="three">
				{sortedSites(found, order, locale).map((site) => (
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

/** All sites at a glance. */
const Sites = () => {
	const { words, locale } = useWording();
	const { address, change } = useAddress();
	const organizations = useOrganizations(false);
	const all: readonly OwnOrganization[] = organizations.data ?? [];
	const glance = useGlance(all);
	const [search, setSearch] = useState("");
	const addTo = all.filter(({ role }) => role !== "member");
	const order = isOrder(address.by) ? address.by : "visitors";
	const count = glance.sites.length;
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
								<BareInput
									label={words.sites.search}
									placeholder={words.sites.search}
									type="search"
									class={css["search"]}
									value={search}
									onInput={({ currentTarget }) => setSearch(currentTarget.value)}
								/>
								<SelectField
									isBare
									label={words.sites.sort}
									value={order}
									choices={SITE_ORDERS.map((one) => [one, words.sites.sorts[one]])}
									onChoose={(by) => change({ by })}
								/>
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
			{organizations.state === "failed" && !organizations.data ? (
				<Panel label={words.page.sites}>
					<ReportFailure report={organizations} />
				</Panel>
			) : organizations.state === "loading" ? (
				<div class="three">
					<SkeletonBlock height={8.5} />
					<SkeletonBlock height={8.5} />
					<SkeletonBlock height={8.5} />
				</div>
			) : count === 0 ? (
				<EmptySites organizationId={addTo[0]?.id} onAdd={add} />
			) : (
				<>
					{glance.report.failure && (
						<Banner tone="warn">
							<p>
								{words.card.notLoaded}.{" "}
								{Object.values(failureText(glance.report.failure, words)).join(" ")}
							</p>
						</Banner>
					)}
					<Cards sites={glance.sites} order={order} search={search} />
					{addTo[0] && isQuiet(glance.sites) && (
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
