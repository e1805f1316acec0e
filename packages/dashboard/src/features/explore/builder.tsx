import type { ComponentChildren } from "preact";
import { Pick } from "../../ui/form/choice.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import {
	dimensionsOffered,
	dimensionText,
	metricsOffered,
	metricText,
	type Naming,
} from "../shared/question/metric-text.ts";
import {
	GOAL,
	type Question,
	type QuestionView,
	usualView,
	VIEWS,
} from "../shared/question/question.ts";
import type { ViewedQuestion } from "../shared/question/question-address.ts";
import { useCurrency } from "../shared/question/use-currency.ts";
import { useNaming } from "../shared/question/use-naming.ts";
import css from "./explore.module.css";
import { NumberChoice } from "./number-choice.tsx";

interface BuilderProps {
	viewed: ViewedQuestion;
	onChange(viewed: ViewedQuestion): void;
}

interface PartProps extends BuilderProps {
	/** With the goals of the site, unless it has none. */
	naming: Naming;
}

interface NamesProps {
	label: string;
	add: string;
	hint: string;
	chosen: readonly string[];
	most: number;
	/** The fewest that must stay. */
	least: number;
	options(): readonly string[];
	textOf(name: string): string;
	naming: Naming;
	/** Another way to add some. */
	also?: ComponentChildren;
	onChange(names: readonly string[]): void;
}

const Choices = ({
	label,
	hint,
	chosen,
	options,
	textOf,
	naming,
	onToggle,
}: Omit<NamesProps, "add" | "most" | "least" | "also" | "onChange"> & {
	onToggle(name: string): void;
}) => {
	const all = [...options(), ...chosen.filter((name) => !options().includes(name))];
	return (
		<>
			<Combobox
				label={label}
				listLabel={label}
				isMultiple
				options={all.map((name) => ({ value: name, label: textOf(name) }))}
				chosen={chosen}
				onChoose={onToggle}
				ownText={naming.own.question.use}
			/>
			<p class={css["hint"]}>{hint}</p>
		</>
	);
};

/** Some chosen names, in their order, with a button that adds others. */
const Names = (props: NamesProps) => {
	const { label, add, chosen, most, least, textOf, naming, onChange } = props;
	const { question: texts } = naming.own;
	const without = (name: string) => onChange(chosen.filter((one) => one !== name));
	const toggle = (name: string) => {
		if (!chosen.includes(name)) {
			if (chosen.length < most) onChange([...chosen, name]);
		} else if (chosen.length > least) without(name);
	};
	return (
		<fieldset class={css["names"]}>
			<legend class="vh">{label}</legend>
			<span class={css["label"]} aria-hidden="true">
				{label}
			</span>
			{chosen.map((name, place) => (
				<span key={name} class={css["chip"]}>
					{place === 0 ? (
						<span class="cut">{textOf(name)}</span>
					) : (
						<button
							type="button"
							class="cut"
							title={texts.first(textOf(name))}
							aria-label={texts.first(textOf(name))}
							onClick={() => onChange([name, ...chosen.filter((one) => one !== name)])}
						>
							{textOf(name)}
						</button>
					)}
					{chosen.length > least && (
						<button
							type="button"
							aria-label={texts.remove(textOf(name))}
							onClick={() => without(name)}
						>
							<Icon name="close" />
						</button>
					)}
				</span>
			))}
			{chosen.length < most && (
				<Popover
					title={add}
					kind="quiet"
					button={
						<>
							<Icon name="plus" />
							{add}
						</>
					}
				>
					{() => (
						<PopoverBody>
							<Choices {...props} label={add} onToggle={toggle} />
						</PopoverBody>
					)}
				</Popover>
			)}
			{chosen.length < most && props.also}
		</fieldset>
	);
};

/** The metrics with those of goals. */
const MetricNames = ({ viewed, naming, onChange }: PartProps) => {
	const { question } = viewed;
	const currency = useCurrency();
	const { question: texts } = naming.own;
	const choose = (metrics: readonly string[]) =>
		onChange({ ...viewed, question: withOrder({ ...question, metrics }) });
	const goals = [...(naming.goals?.keys() ?? [])].flatMap((goal) => [
		`conversions(${goal})`,
		`conversion_rate(${goal})`,
	]);
	return (
		<Names
			label={texts.metrics}
			add={texts.addMetric}
			hint={texts.metricHint}
			chosen={question.metrics}
			most={20}
			least={1}
			options={() => [...metricsOffered(currency), ...goals]}
			textOf={(name) => metricText(name, naming)}
			naming={naming}
			also={
				<Popover
					title={texts.addNumber}
					kind="quiet"
					button={
						<>
							<Icon name="plus" />
							{texts.addNumber}
						</>
					}
				>
					{(close) => (
						<PopoverBody>
							<NumberChoice
								naming={naming}
								chosen={question.metrics}
								onChoose={(metric) => {
									if (!question.metrics.includes(metric)) choose([...question.metrics, metric]);
									close();
								}}
							/>
						</PopoverBody>
					)}
				</Popover>
			}
			onChange={choose}
		/>
	);
};

/** An order by what is no longer asked for would be refused. */
const withOrder = ({ order_by: order, ...question }: Question): Question => {
	const asked = [...question.metrics, ...question.dimensions];
	const kept = order?.filter(([name]) => asked.includes(name)) ?? [];
	return kept.length === 0 ? question : { ...question, order_by: kept };
};

const LIMITS = ["10", "20", "50", "100", "500", "1000"] as const;

const Order = ({ viewed, naming, onChange }: PartProps) => {
	const { question } = viewed;
	const { question: texts } = naming.own;
	const { order_by: order, limit, ...rest } = question;
	const [first] = order ?? [];
	const choices = [
		...question.metrics.map((name) => [name, metricText(name, naming)] as const),
		...question.dimensions.map((name) => [name, dimensionText(name, naming)] as const),
	].flatMap(([name, text]): [string, string][] => [
		[`${name} desc`, texts.descending(text)],
		[`${name} asc`, texts.ascending(text)],
	]);
	const limits = [...new Set<string>([...LIMITS, ...(limit === undefined ? [] : [String(limit)])])];
	return (
		<div class={css["order"]}>
			<SelectField
				label={texts.order}
				value={first ? first.join(" ") : ""}
				choices={[["", texts.usualOrder], ...choices]}
				onChoose={(text) => {
					const at = text.lastIndexOf(" ");
					const direction = text.slice(at + 1) === "asc" ? "asc" : "desc";
					onChange({
						...viewed,
						question: {
							...rest,
							...(limit !== undefined && { limit }),
							...(text !== "" && { order_by: [[text.slice(0, at), direction]] }),
						},
					});
				}}
			/>
			<SelectField
				label={texts.limit}
				value={limit === undefined ? "" : String(limit)}
				choices={[["", texts.usualOrder], ...limits.map((one): [string, string] => [one, one])]}
				onChoose={(text) =>
					onChange({
						...viewed,
						question: {
							...rest,
							...(order && { order_by: order }),
							...(text !== "" && { limit: Number(text) }),
						},
					})
				}
			/>
		</div>
	);
};

/** Chooses the parts of a question. */
export const Builder = ({ viewed, onChange }: BuilderProps) => {
	const { question, view } = viewed;
	const naming = useNaming(true);
	const { question: texts } = naming.own;
	const currency = useCurrency();
	return (
		<div class={css["builder"]}>
			<MetricNames {...{ viewed, naming, onChange }} />
			<Names
				label={texts.dimensions}
				add={texts.addDimension}
				hint={texts.dimensionHint}
				chosen={question.dimensions}
				most={3}
				least={0}
				options={() => [...dimensionsOffered(currency), ...(naming.goals?.size ? [GOAL] : [])]}
				textOf={(name) => dimensionText(name, naming)}
				naming={naming}
				onChange={(dimensions) =>
					onChange({
						// A view that nobody chose suits the new question.
						view: view === usualView(question) ? usualView({ dimensions }) : view,
						question: withOrder({ ...question, dimensions }),
					})
				}
			/>
			<div class={css["line"]}>
				<Pick<QuestionView>
					label={texts.view}
					choices={VIEWS.map((id) => ({ id, label: texts.views[id] }))}
					chosen={view}
					onChoose={(chosen) => onChange({ ...viewed, view: chosen })}
				/>
				{question.dimensions.length > 0 && <Order {...{ viewed, naming, onChange }} />}
			</div>
		</div>
	);
};
