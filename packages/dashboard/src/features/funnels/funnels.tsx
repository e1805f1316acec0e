import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { useAddress } from "../../router/use-address.ts";
import { LinkButton } from "../../ui/button.tsx";
import { CardState, SkeletonBlock } from "../../ui/card-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import { FunnelBuilder } from "./funnel-builder.tsx";
import { FunnelList } from "./funnel-list.tsx";
import { FunnelPage } from "./funnel-page.tsx";
import { useFunnels } from "./use-funnels.ts";

/** `/funnels`, `/funnels/new`, `/funnels/3` and `/funnels/3/edit`. */
const Funnels = () => {
	const { own, words, view } = useTexts();
	const { destination } = useAddress();
	const pageLink = usePageLink();
	const report = useFunnels();
	const [which, action] = destination.to === "site" ? destination.rest : [];
	if (which === undefined) return <FunnelList report={report} />;
	if (which === "new") return <FunnelBuilder key="new" />;
	const funnel = report.data?.find(({ id }) => String(id) === which);
	if (funnel)
		return action === "edit" && view.mayWrite ? (
			<FunnelBuilder key={funnel.id} funnel={funnel} />
		) : (
			<FunnelPage key={funnel.id} funnel={funnel} />
		);
	return (
		<>
			<PageHead title={words.page.funnels} of={view.site.domain} />
			{report.data === undefined && report.state !== "failed" ? (
				<SkeletonBlock height={24} />
			) : (
				<Panel label={own.funnels.funnel}>
					{report.data === undefined ? (
						<ReportFailure report={report} />
					) : (
						<CardState
							icon="route"
							title={own.funnels.gone}
							action={<LinkButton href={pageLink("funnels")}>{own.funnels.toList}</LinkButton>}
						>
							{own.funnels.goneText}
						</CardState>
					)}
				</Panel>
			)}
		</>
	);
};

export default Funnels;
