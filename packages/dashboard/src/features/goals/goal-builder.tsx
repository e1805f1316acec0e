import { useMemo, useState } from "preact/hooks";
import { countText, percentOf, percentText } from "../../format/number.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { periodText } from "../../layout/text/range-text.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { dayOf } from "../../router/days.ts";
import { useAddress } from "../../router/use-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { SkeletonRows } from "../../ui/card-state.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
	type Condition,
	conditionOfGoal,
	emptyCondition,
	problemOf,
} from "../shared/condition/condition.ts";
import { ConditionFields } from "../shared/condition/condition-fields.tsx";
import type { Draft } from "../shared/condition/draft.ts";
import { useAddressDraft } from "../shared/condition/use-address-draft.ts";
import { Crumbs, usePageLink } from "../shared/report/crumbs.tsx";
import css from "../shared/report/report.module.css";
import { useTexts } from "../shared/report/use-texts.ts";
import { focusFault } from "../shared/write/focus-fault.ts";
import { FormButtons } from "../shared/write/form-buttons.tsx";
import { configOfValue, type GoalValue, valueOfGoal, valueProblemOf } from "./goal-value.ts";
import { GoalValueFields } from "./goal-value-fields.tsx";
import { type GoalRow, nameOfGoal, saveGoal, useGoalPreview } from "./use-goals.ts";

const EMPTY: Draft = { name: "", steps: [emptyCondition()] };
const conditionIn = ({ steps }: Draft): Condition => steps[0] ?? emptyCondition();

/** How many sessions of the period would have reached the goal. */
const Preview = ({ condition }: { condition: Condition }) => {
	const { own, words, locale, view } = useTexts();
	const { address } = useAddress();
	const { now, timeZone } = view;
	const preview = useGoalPreview(condition);
	const overview = useSiteReport("overview", { isCompared: false });
	const [reached, all] = [preview.data?.data[0]?.visitors, overview.data?.data.sessions];
	const today = dayOf(now, timeZone);
	const period = periodText(address.range, { words, locale, now, timeZone, today });
	const content = () => {
		if (problemOf(condition)) return <p class={css["text"]}>{own.goals.previewWait}</p>;
		const failed = [preview, overview].find(({ failure, data }) => failure && !data);
		if (failed) return <ReportFailure report={failed} />;
		if (reached === undefined || all === undefined) return <SkeletonRows rows={2} />;
		const share = percentOf(reached, all);
		return (
			<div class={css["text"]} role="status">
				<p class={css["big"]}>{share === null ? "–" : percentText(share, locale)}</p>
				<p>
					{reached === 0 || share === null
						? own.goals.previewNone(countText(all, locale))
						: own.goals.previewSentence(
								countText(reached, locale),
								countText(all, locale),
								percentText(share, locale),
							)}
				</p>
				<p class="mut">{own.goals.previewIn(period)}</p>
			</div>
		);
	};
	return (
		<Panel
			label={own.goals.preview}
			title={own.goals.preview}
			isStale={preview.state === "refetching"}
		>
			{content()}
		</Panel>
	);
};

/** Creates or edits a goal, and shows how many sessions would have reached it. */
export const GoalBuilder = ({ goal }: { goal?: GoalRow }) => {
	const { own, words, view } = useTexts();
	const { destination, goTo } = useAddress();
	const pageLink = usePageLink();
	const usual = useMemo(
		(): Draft => (goal ? { name: goal.name ?? "", steps: [conditionOfGoal(goal)] } : EMPTY),
		[goal?.goalId],
	);
	const { draft, settled, set } = useAddressDraft(usual);
	const condition = conditionIn(draft);
	const [hasTried, setHasTried] = useState(false);
	const { currency } = view.site;
	const [typed, setValue] = useState(() => valueOfGoal(goal?.config ?? {}, currency ?? ""));
	const isEvent = condition.type === "event";
	const value: GoalValue =
		typed.kind === "revenue" && !isEvent ? { ...typed, kind: "none" } : typed;
	const { isBusy, error, write } = useWrite();
	const title = goal ? own.goals.edit : own.goals.add;
	const save = () => {
		setHasTried(true);
		if (problemOf(condition) || valueProblemOf(value)) return focusFault();
		void write(async () => {
			const { name } = draft;
			const id = await saveGoal(view.site.id, {
				...{ id: goal?.goalId, name, condition },
				value: configOfValue(value),
			});
			toast(own.goals.created);
			if (destination.to === "site") goTo({ ...destination, rest: [String(id)] });
		});
	};
	return (
		<>
			<PageHead
				title={`${title} · ${words.page.goals}`}
				of={view.site.domain}
				hasFilters
				hasComparison={false}
			>
				<Crumbs page="goals" name={goal ? nameOfGoal(goal, own) : title} />
			</PageHead>
			<div class={css["builder"]}>
				<Panel
					label={title}
					title={title}
					foot={
						view.mayWrite && (
							<FormButtons
								save={own.goals.save}
								isBusy={isBusy}
								onSave={save}
								cancelHref={goal ? pageLink("goals", String(goal.goalId)) : pageLink("goals")}
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
						<TextField
							label={own.goals.name}
							hint={own.goals.nameHint}
							placeholder={own.goals.namePlaceholder}
							value={draft.name}
							maxLength={255}
							onInput={({ currentTarget }) => set({ ...draft, name: currentTarget.value })}
						/>
						<ConditionFields
							condition={condition}
							problem={hasTried ? problemOf(condition) : undefined}
							onChange={(changed) => set({ ...draft, steps: [changed] })}
						/>
						{currency && (
							<GoalValueFields {...{ value, isEvent, currency, hasTried }} onChange={setValue} />
						)}
						{error && <Banner tone="bad">{error}</Banner>}
						{/* Enter in a field submits. */}
						<button type="submit" hidden />
					</form>
				</Panel>
				<div class={css["preview"]}>
					<Preview condition={conditionIn(settled)} />
				</div>
			</div>
		</>
	);
};
