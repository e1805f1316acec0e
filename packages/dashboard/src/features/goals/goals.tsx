import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import { GoalBuilder } from "./goal-builder.tsx";
import { GoalList } from "./goal-list.tsx";
import { GoalPage } from "./goal-page.tsx";
import { useGoals } from "./use-goals.ts";

/** `/goals`, `/goals/new`, `/goals/3` and `/goals/3/edit`. */
const Goals = () => {
	const { own, words, view } = useTexts();
	const { destination } = useAddress();
	const pageLink = usePageLink();
	const report = useGoals();
	const [which, action] = destination.to === "site" ? destination.rest : [];
	if (which === undefined) return <GoalList report={report} />;
	if (which === "new") return <GoalBuilder key="new" />;
	const goal = report.data?.data.find(({ goalId }) => String(goalId) === which);
	if (goal)
		return action === "edit" && view.mayWrite ? (
			<GoalBuilder key={goal.goalId} goal={goal} />
		) : (
			<GoalPage key={goal.goalId} goal={goal} report={report} />
		);
	return (
		<>
			<PageHead title={words.page.goals} of={view.site.domain} hasFilters />
			{report.data === undefined && report.state !== "failed" ? (
				<SkeletonBlock height={24} />
			) : (
				<Panel label={own.goals.goal}>
					{report.data === undefined ? (
						<ReportFailure report={report} />
					) : (
						<CardState
							icon="check"
							title={own.goals.gone}
							action={<LinkButton href={pageLink("goals")}>{own.goals.toList}</LinkButton>}
						>
							{own.goals.goneText}
						</CardState>
					)}
				</Panel>
			)}
		</>
	);
};

export default Goals;
