import { useState } from "preact/hooks";
import { isolated } from "../../i18n/isolated.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useAddress } from "../../router/use-address.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { mayOpenSessions } from "../shared/access/may-open-sessions.ts";
import { hrefWithDraft } from "../shared/condition/draft.ts";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import { Confirm } from "../shared/write/confirm.tsx";
import { FunnelPanel } from "./funnel-panel.tsx";
import { FunnelSessions } from "./funnel-sessions.tsx";
import { sessionsOfChoice, stepChoiceOf } from "./step-choice.ts";
import { deleteFunnel, type Funnel, useFunnelAnalysis } from "./use-funnels.ts";

const FunnelActions = ({ funnel }: { funnel: Funnel }) => {
	const { own, view } = useTexts();
	const { goTo, destination } = useAddress();
	const pageLink = usePageLink();
	const [isDeleting, setIsDeleting] = useState(false);
	if (!view.mayWrite) return null;
	const remove = async () => {
		await deleteFunnel(view.site.id, funnel.id);
		toast(own.funnels.deleted);
		if (destination.to === "site") goTo({ ...destination, page: "funnels", rest: [] });
	};
	return (
		<div class="row">
			<LinkButton kind="quiet" href={pageLink("funnels", String(funnel.id), "edit")}>
				{own.funnels.edit}
			</LinkButton>
			<span class="wide">
				<LinkButton kind="quiet" href={hrefWithDraft(pageLink("funnels", "new"), funnel)}>
					{own.funnels.duplicate}
				</LinkButton>
			</span>
			<Button kind="quiet" onClick={() => setIsDeleting(true)}>
				{own.funnels.delete}
			</Button>
			{isDeleting && (
				<Confirm
					title={own.funnels.deleteTitle(funnel.name)}
					action={own.funnels.deleteIt}
					keep={own.funnels.keep}
					change={remove}
					onClose={() => setIsDeleting(false)}
				>
					{own.funnels.deleteText}
				</Confirm>
			)}
		</div>
	);
};

/** A saved funnel, with the sessions of the selected step. */
export const FunnelPage = ({ funnel }: { funnel: Funnel }) => {
	const { words, view } = useTexts();
	const { address } = useAddress();
	const report = useFunnelAnalysis(funnel.steps);
	const choice = stepChoiceOf(address.open, funnel.steps.length);
	return (
		<>
			<PageHead
				title={`${isolated(funnel.name)} · ${words.page.funnels}`}
				of={view.site.domain}
				hasFilters
			>
				<Crumbs page="funnels" name={funnel.name} />
			</PageHead>
			<FunnelPanel steps={funnel.steps} report={report} aside={<FunnelActions funnel={funnel} />} />
			{choice && mayOpenSessions(view) && (
				<FunnelSessions
					steps={funnel.steps}
					choice={choice}
					funnelId={funnel.id}
					total={sessionsOfChoice(choice, report.data?.data)}
				/>
			)}
		</>
	);
};
