import { useMemo, useState } from "preact/hooks";
import { PageHead } from "../../layout/head/page-head.tsx";
import { useWrite } from "../../layout/write/use-write.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import { mayOpenSessions } from "../shared/access/may-open-sessions.ts";
import { emptyCondition } from "../shared/condition/condition.ts";
import type { Draft } from "../shared/condition/draft.ts";
import { useAddressDraft } from "../shared/condition/use-address-draft.ts";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import css from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import { focusFault } from "../shared/write/focus-fault.ts";
import { FormButtons } from "../shared/write/form-buttons.tsx";
import { FunnelPanel } from "./funnel-panel.tsx";
import { FunnelSessions } from "./funnel-sessions.tsx";
import { sessionsOfChoice, stepChoiceOf } from "./step-choice.ts";
import { StepList } from "./step-list.tsx";
import {
	type Funnel,
	isComplete,
	MIN_STEPS,
	saveFunnel,
	useFunnelAnalysis,
} from "./use-funnels.ts";

const EMPTY: Draft = { name: "", steps: [emptyCondition(), emptyCondition()] };

/** A form starts with at least two steps. */
const withRoom = (draft: Draft): Draft => ({
	...draft,
	steps: [...draft.steps, ...EMPTY.steps.slice(draft.steps.length)],
});

const Preview = ({ draft }: { draft: Draft }) => {
	const { own, view } = useTexts();
	const { address } = useAddress();
	const report = useFunnelAnalysis(draft.steps);
	const choice = stepChoiceOf(address.open, draft.steps.length);
	if (!isComplete(draft.steps))
		return (
			<Panel label={own.funnels.preview} title={own.funnels.preview}>
				<p class={css["text"]}>{own.funnels.previewWait}</p>
			</Panel>
		);
	return (
		<div class="col">
			<FunnelPanel steps={draft.steps} report={report} />
			{choice && mayOpenSessions(view) && (
				<FunnelSessions
					steps={draft.steps}
					choice={choice}
					total={sessionsOfChoice(choice, report.data?.data)}
				/>
			)}
		</div>
	);
};

/** Creates or edits a funnel, with a live preview. Visitors and viewers may open a draft that was sent to them. */
export const FunnelBuilder = ({ funnel }: { funnel?: Funnel }) => {
	const { own, words, view } = useTexts();
	const { destination, goTo } = useAddress();
	const pageLink = usePageLink();
	const usual = useMemo((): Draft => funnel ?? EMPTY, [funnel]);
	const { draft: typed, settled, set } = useAddressDraft(usual);
	const draft = withRoom(typed);
	const [hasTried, setHasTried] = useState(false);
	const { isBusy, error, write } = useWrite();
	const title = funnel ? own.funnels.edit : own.funnels.add;
	const isReady = draft.name.trim() !== "" && isComplete(draft.steps);
	const save = () => {
		setHasTried(true);
		if (!isReady) return focusFault();
		void write(async () => {
			const id = await saveFunnel(view.site.id, { id: funnel?.id, ...draft });
			toast(own.funnels.saved);
			if (destination.to === "site") goTo({ ...destination, rest: [String(id)] });
		});
	};
	const back = funnel ? pageLink("funnels", String(funnel.id)) : pageLink("funnels");
	return (
		<>
			<PageHead title={`${title} · ${words.page.funnels}`} of={view.site.domain} hasFilters>
				<Crumbs page="funnels" name={funnel ? funnel.name : title} />
			</PageHead>
			<div class={css["builder"]}>
				<Panel
					label={own.funnels.steps}
					title={title}
					foot={
						view.mayWrite && (
							<FormButtons
								save={own.funnels.save}
								isBusy={isBusy}
								onSave={save}
								cancelHref={back}
							/>
						)
					}
				>
					<form
						class={css["form"]}
						onSubmit={(event) => {
							event.preventDefault();
							if (view.mayWrite) save();
						}}
					>
						{!funnel && <p class="mut">{own.funnels.unsaved}</p>}
						<TextField
							label={own.funnels.name}
							value={draft.name}
							placeholder={own.funnels.namePlaceholder}
							maxLength={255}
							error={hasTried && draft.name.trim() === "" ? own.funnels.noName : undefined}
							onInput={({ currentTarget }) => set({ ...draft, name: currentTarget.value })}
						/>
						<StepList
							steps={draft.steps}
							showsProblems={hasTried}
							onChange={(steps) => set({ ...draft, steps })}
						/>
						{error && <Banner tone="bad">{error}</Banner>}
					</form>
				</Panel>
				<div class={css["preview"]}>
					<Preview draft={settled.steps.length >= MIN_STEPS ? settled : EMPTY} />
				</div>
			</div>
		</>
	);
};
