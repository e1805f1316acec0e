import { Combobox } from "../../ui/form/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Popover, PopoverBody } from "../../ui/overlay/popover.tsx";
import { metricsOffered, metricText } from "../shared/question/metric-text.ts";
import { useNaming } from "../shared/question/use-naming.ts";
import type { AlertDraft } from "./alert-draft.ts";
import css from "./alerts.module.css";
import type { RuleWording } from "./rule-text.ts";

/** Chooses the figure of a rule: one that the site offers, one of a goal, or any that is typed. */
export const MetricChoice = ({
	draft: { metric },
	wording: { own, currency },
	onChange,
}: {
	draft: Pick<AlertDraft, "metric">;
	wording: RuleWording;
	onChange(change: Pick<AlertDraft, "metric">): void;
}) => {
	const { form: texts } = own;
	// The list has the figures of all goals.
	const naming = useNaming(true);
	const ofGoals = [...(naming.goals?.keys() ?? [])].flatMap((goal) => [
		`conversions(${goal})`,
		`conversion_rate(${goal})`,
	]);
	const offered = [...metricsOffered(currency), ...ofGoals];
	const all = offered.includes(metric) ? offered : [metric, ...offered];
	const name = metricText(metric, naming);
	return (
		<Popover
			kind="plain"
			title={texts.figure}
			label={texts.figureNow(name)}
			buttonClass={css["choice"]}
			button={
				<>
					<span class="cut">{name}</span>
					<Icon name="down" />
				</>
			}
		>
			{(close) => (
				<PopoverBody>
					<Combobox
						label={texts.search}
						listLabel={texts.figure}
						options={all.map((value) => ({ value, label: metricText(value, naming) }))}
						chosen={[metric]}
						ownText={texts.use}
						onChoose={(value) => {
							onChange({ metric: value });
							close();
						}}
					/>
					<p class={css["small"]}>{texts.figureHint}</p>
				</PopoverBody>
			)}
		</Popover>
	);
};
