import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { currencyOf } from "../../format/currency-of.ts";
import { useSiteReport } from "../../layout/use-site-report.ts";
import { joined } from "../../ui/class-names.ts";
import fieldCss from "../../ui/form/field.module.css";
import { SelectField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePageLink } from "../shared/report/crumbs.tsx";
import {
	type AlertDraft,
	COMPARISON_NAMES,
	DURATIONS,
	numberKindOf,
	type ProblemField,
	partsOf,
	SUBJECTS,
	WINDOWS,
} from "./alert-draft.ts";
import css from "./alerts.module.css";
import { MetricChoice } from "./metric-choice.tsx";
import { unitOfMetric } from "./metric-unit.ts";
import { RuleFilters } from "./rule-filters.tsx";
import type { RuleWording } from "./rule-text.ts";

interface SentenceProps {
	draft: AlertDraft;
	/** What is wrong, once somebody tried to save it. */
	problems: ReadonlySet<ProblemField>;
	wording: RuleWording;
	onChange(change: Partial<AlertDraft>): void;
}

const VITALS = ["lcp:p75", "cls:p75", "inp:p75", "fcp:p75", "ttfb:p75"] as const;

const Clause = ({ children }: { children: ComponentChildren }) => (
	<div class={css["clause"]}>{children}</div>
);

const Fault = ({ id, children }: { id: string; children: ComponentChildren }) => (
	<p class={joined(fieldCss["error"], css["fault"])} id={id}>
		<Icon name="warning" />
		{children}
	</p>
);

/** The comparison of a figure, with its number and unit. */
const Comparison = ({ draft, problems, wording, onChange }: SentenceProps) => {
	const { own, currency } = wording;
	const { form: texts } = own;
	const id = useId();
	const kind = numberKindOf(draft.comparison);
	const problem = kind && problems.has(kind) ? kind : undefined;
	const unit = unitOfMetric(draft.metric, currency);
	const unitText =
		kind === "share" || unit === "percent"
			? texts.percent
			: unit === "seconds" || unit === "milliseconds"
				? texts.unit[unit]
				: currencyOf(unit);
	return (
		<>
			<Clause>
				<span>{texts.is}</span>
				<SelectField
					isBare
					label={texts.comparison}
					value={draft.comparison}
					choices={COMPARISON_NAMES.map((name) => [name, texts.comparisons[name]])}
					onChoose={(comparison) => onChange({ comparison })}
				/>
				{kind && (
					<span class={css["number"]}>
						<input
							class={fieldCss["input"]}
							inputMode="decimal"
							autocomplete="off"
							aria-label={kind === "share" ? texts.share : texts.threshold}
							aria-invalid={problem ? "true" : undefined}
							aria-describedby={problem && `${id}-fault`}
							value={draft.threshold}
							onInput={({ currentTarget }) => onChange({ threshold: currentTarget.value })}
						/>
						{unitText && <span>{unitText}</span>}
					</span>
				)}
			</Clause>
			{problem && <Fault id={`${id}-fault`}>{texts.problems[problem]}</Fault>}
			{kind === undefined && <p class={css["small"]}>{texts.unusualText}</p>}
		</>
	);
};

const GoalChoice = ({ draft, problems, wording, onChange }: SentenceProps) => {
	const { form: texts } = wording.own;
	const id = useId();
	const pageLink = usePageLink();
	const report = useSiteReport("goals", { parameters: { page_size: 100 }, isCompared: false });
	const goals = (report.data?.data ?? []).map(({ goalId, name }): readonly [string, string] => [
		String(goalId),
		name?.trim() || wording.own.rule.goal(String(goalId)),
	]);
	const isKnown = draft.goal === "" || goals.some(([goal]) => goal === draft.goal);
	const isBad = problems.has("goal");
	if (report.data && goals.length === 0 && draft.goal === "")
		return (
			<p>
				{texts.noGoal}{" "}
				<a class="link" href={pageLink("goals", "new")}>
					{texts.addGoal}
				</a>
			</p>
		);
	return (
		<>
			<select
				class={joined(fieldCss["input"], css["inline"])}
				aria-label={texts.goal}
				aria-invalid={isBad ? "true" : undefined}
				aria-describedby={isBad ? `${id}-fault` : undefined}
				value={draft.goal}
				onChange={({ currentTarget }) => onChange({ goal: currentTarget.value })}
			>
				<option value="" selected={draft.goal === ""}>
					…
				</option>
				{!isKnown && (
					<option value={draft.goal} selected>
						{wording.own.rule.goal(draft.goal)}
					</option>
				)}
				{goals.map(([goal, name]) => (
					<option key={goal} value={goal} selected={goal === draft.goal}>
						{name}
					</option>
				))}
			</select>
			{isBad && <Fault id={`${id}-fault`}>{texts.problems.goal}</Fault>}
		</>
	);
};

/** How long the period is that is measured, and for how long it must last. */
const Times = ({ draft, wording, onChange }: Omit<SentenceProps, "problems">) => {
	const { form: texts } = wording.own;
	const durations = [...new Set([...DURATIONS, draft.for])].sort((one, other) => one - other);
	const durationText = (minutes: number) =>
		DURATIONS.find((one) => one === minutes) === undefined
			? texts.minutes(String(minutes))
			: texts.durations[minutes as (typeof DURATIONS)[number]];
	return (
		<>
			<Clause>
				<span>{texts.within}</span>
				<SelectField
					isBare
					label={texts.window}
					value={draft.window}
					choices={WINDOWS.map((one) => [one, texts.windows[one]])}
					onChoose={(window) => onChange({ window })}
				/>
			</Clause>
			<Clause>
				<span>{texts.lasting}</span>
				<SelectField
					isBare
					label={texts.forMinutes}
					value={String(draft.for)}
					choices={durations.map((one) => [String(one), durationText(one)])}
					onChoose={(minutes) => onChange({ for: Number(minutes) })}
				/>
			</Clause>
		</>
	);
};

/** A rule as a sentence whose parts can be changed. */
export const Sentence = (props: SentenceProps) => {
	const { draft, wording, onChange } = props;
	const { form: texts } = wording.own;
	const { subject } = draft;
	const isFigure = subject === "figure";
	const { hasWindow } = partsOf(subject);
	return (
		<fieldset class={css["sentence"]}>
			<legend>{texts.when}</legend>
			<Clause>
				<SelectField
					isBare
					label={texts.subject}
					value={subject}
					choices={SUBJECTS.map((one) => [one, texts.subjects[one]])}
					onChoose={(one) => onChange({ subject: one })}
				/>
				{isFigure && <MetricChoice {...props} />}
				{subject === "vital_poor" && (
					<SelectField
						isBare
						label={texts.vital}
						value={draft.vital}
						choices={[...new Set([...VITALS, draft.vital])].map((vital) => [
							vital,
							wording.naming.own.vital(vital.split(":", 1)[0] ?? "", vital.split(":")[1] ?? "p75"),
						])}
						onChoose={(vital) => onChange({ vital })}
					/>
				)}
				{subject === "goal_stopped" && <GoalChoice {...props} />}
			</Clause>
			{subject !== "new_error" && <RuleFilters {...props} />}
			{isFigure && <Comparison {...props} />}
			{(subject === "silent" || subject === "goal_stopped") && (
				<p class={css["small"]}>{texts.rhythm}</p>
			)}
			{subject === "vital_poor" && <p class={css["small"]}>{texts.poorText}</p>}
			{hasWindow && <Times {...props} />}
		</fieldset>
	);
};
