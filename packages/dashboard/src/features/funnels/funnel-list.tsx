import type { Report } from "../../api/use-report.ts";
import { countText, percentText, UNMEASURED } from "../../format/number.ts";
import { joinIsolated } from "../../i18n/isolated.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { failureText, ReportFailure } from "../../layout/report-failure.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonRows } from "../../ui/card-state.tsx";
import { joined } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import { nameOfStep } from "../shared/condition/condition-text.ts";
import { ChangeCell } from "../shared/report/change-cell.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { GuideLink } from "../shared/report/guide-link.tsx";
import css from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import { FunnelSteps } from "./funnel-panel.tsx";
import { type Funnel, useFunnelAnalysis } from "./use-funnels.ts";

/** One of a funnel's figures. The cells of a row share one query, which is sent once. */
const FunnelNumber = ({
	funnel,
	which,
}: {
	funnel: Funnel;
	which: "started" | "finished" | "rate" | "change";
}) => {
	const { words, locale } = useTexts();
	const report = useFunnelAnalysis(funnel.steps);
	const [first, last] = [report.data?.data[0], report.data?.data.at(-1)];
	if (report.failure && !report.data)
		return which === "started" ? (
			<span title={Object.values(failureText(report.failure, words)).join(" ")}>
				{words.card.notLoaded}
			</span>
		) : null;
	if (!first || !last) return <span class="mut">{UNMEASURED}</span>;
	if (which === "started") return <>{countText(first.visitors, locale)}</>;
	if (which === "finished") return <>{countText(last.visitors, locale)}</>;
	if (which === "rate")
		return <b>{first.visitors === 0 ? UNMEASURED : percentText(last.conversion_rate, locale)}</b>;
	return (
		<ChangeCell
			current={last.conversion_rate}
			previous={last.previous?.conversion_rate}
			unit="percent"
		/>
	);
};

const useColumns = (): TableColumn<Funnel>[] => {
	const { own } = useTexts();
	const pageLink = usePageLink();
	const numbers = {
		started: own.funnels.started,
		finished: own.funnels.finished,
		rate: own.figure.rate,
		change: own.figure.change,
	} as const;
	return [
		{
			id: "name",
			head: own.funnels.funnel,
			cell: ({ id, name }) => (
				<a class="link" href={pageLink("funnels", String(id))}>
					{name}
				</a>
			),
		},
		{
			id: "steps",
			head: own.funnels.steps,
			cell: ({ steps }) => (
				<span class="sec">
					{joinIsolated(
						steps.map((step) => nameOfStep(step, own)),
						" → ",
					)}
				</span>
			),
		},
		...Object.entries(numbers).map(([id, head]) => ({
			id,
			head,
			isNumber: true,
			cell: (funnel: Funnel) => <FunnelNumber funnel={funnel} which={id as keyof typeof numbers} />,
		})),
	];
};

/** How many funnels are drawn below the list; the others are one step away. */
const MOST_DRAWN = 4;

const FunnelCard = ({ funnel }: { funnel: Funnel }) => {
	const report = useFunnelAnalysis(funnel.steps);
	return (
		<Panel label={funnel.name} title={funnel.name} isStale={report.state === "refetching"}>
			<FunnelSteps steps={funnel.steps} report={report} />
		</Panel>
	);
};

/** All saved funnels, with how many sessions complete each. */
export const FunnelList = ({ report }: { report: Report<readonly Funnel[]> }) => {
	const { own, words, view } = useTexts();
	const pageLink = usePageLink();
	const columns = useColumns();
	const add = view.mayWrite && (
		<LinkButton kind="main" href={pageLink("funnels", "new")}>
			<Icon name="plus" />
			{own.funnels.add}
		</LinkButton>
	);
	const rows = report.data ?? [];
	return (
		<>
			<PageHead
				title={words.page.funnels}
				of={view.site.domain}
				hasFilters
				actions={
					<>
						<GuideLink to="guides/goals-and-funnels" />
						{rows.length > 0 && add}
					</>
				}
			/>
			<Panel label={own.funnels.title}>
				{report.state === "failed" && !report.data ? (
					<ReportFailure report={report} />
				) : report.data === undefined ? (
					<SkeletonRows />
				) : rows.length === 0 ? (
					<CardState icon="route" title={own.funnels.none} action={add}>
						{view.mayWrite ? own.funnels.noneText : own.funnels.noneVisitor}
					</CardState>
				) : (
					<div class={joined(css["list"], css["funnels"])}>
						<Table
							label={own.tableOf(own.funnels.title)}
							columns={columns}
							rows={rows}
							keyOf={({ id }) => id}
						/>
					</div>
				)}
			</Panel>
			{rows.length > 0 && (
				<div class="two">
					{rows.slice(0, MOST_DRAWN).map((funnel) => (
						<FunnelCard key={funnel.id} funnel={funnel} />
					))}
				</div>
			)}
		</>
	);
};
