import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { numberFormat } from "../../format/number-format.ts";
import { type PluralForms, pluralForm } from "../../format/plural.ts";
import { joined } from "../class-names.ts";
import css from "./choice.module.css";

interface PickProps<Id extends string> {
	label: string;
	choices: readonly { id: Id; label: string }[];
	chosen: Id;
	onChoose(id: Id): void;
}

/** Up to three short options that apply at once. */
export const Pick = <Id extends string>({ label, choices, chosen, onChoose }: PickProps<Id>) => (
	<fieldset class={css["pick"]}>
		<legend class="vh">{label}</legend>
		{choices.map((choice) => (
			<button
				key={choice.id}
				type="button"
				aria-pressed={choice.id === chosen}
				onClick={() => onChoose(choice.id)}
			>
				{choice.label}
			</button>
		))}
	</fieldset>
);

interface SwitchInputProps {
	isOn: boolean;
	onChange(isOn: boolean): void;
	isDisabled?: boolean | undefined;
	/** For a label elsewhere. */
	id?: string;
	describedBy?: string;
}

/** The switch alone, for a label elsewhere. */
export const SwitchInput = ({ isOn, onChange, isDisabled, id, describedBy }: SwitchInputProps) => (
	<input
		id={id}
		class={css["switch"]}
		type="checkbox"
		role="switch"
		checked={isOn}
		aria-checked={isOn}
		aria-describedby={describedBy}
		disabled={isDisabled}
		onChange={({ currentTarget }) => onChange(currentTarget.checked)}
	/>
);

interface SwitchProps {
	label: ComponentChildren;
	isOn: boolean;
	onChange(isOn: boolean): void;
	isDisabled?: boolean;
	/** Hides the label visually; screen readers still get it. */
	isBare?: boolean;
}

/** On or off; applies at once. */
export const Switch = ({ label, isOn, onChange, isDisabled, isBare = false }: SwitchProps) => {
	const id = useId();
	return (
		<label class={css["line"]} for={id}>
			<SwitchInput id={id} isOn={isOn} onChange={onChange} isDisabled={isDisabled} />
			<span class={isBare ? "vh" : undefined}>{label}</span>
		</label>
	);
};

export type BadgeTone = "plain" | "accent" | "good" | "bad" | "warn";

/** A status in one word. */
export const Badge = ({
	tone = "plain",
	children,
}: {
	tone?: BadgeTone;
	children: ComponentChildren;
}) => <span class={joined(css["badge"], tone !== "plain" && css[tone])}>{children}</span>;

/** A dot that shows whether somebody is live, with a text. */
export const LiveDot = ({ isOn, children }: { isOn: boolean; children: ComponentChildren }) => (
	<span class={joined(css["live"], !isOn && css["quiet"])}>{children}</span>
);

interface LiveCountProps {
	live: number;
	locale: string;
	words: { now: (count: string) => string; sessionsNow: PluralForms };
	/** Whether the unit is part of the text, and not only of its tooltip. */
	isLong?: boolean;
}

/** A dot and the number of live sessions in bold. */
export const LiveCount = ({ live, locale, words, isLong = false }: LiveCountProps) => {
	const count = numberFormat(locale, {}).format(live);
	const whole = `${count} ${pluralForm(live, locale, words.sessionsNow)}`;
	const [before = "", after = ""] = (isLong ? whole : words.now(count)).split(count);
	return (
		<LiveDot isOn={live > 0}>
			<span title={whole}>
				{before}
				<b>{count}</b>
				{after}
			</span>
		</LiveDot>
	);
};

interface MeterProps {
	label: string;
	/** 0 to 100; undefined while unknown. */
	percent: number | undefined;
}

/** Progress of a long task. */
export const Progress = ({ label, percent }: MeterProps) => (
	<div
		class={css["meter"]}
		role="progressbar"
		aria-label={label}
		aria-valuemin={0}
		aria-valuemax={100}
		aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
	>
		<span style={{ width: `${percent ?? 100}%` }} />
	</div>
);
