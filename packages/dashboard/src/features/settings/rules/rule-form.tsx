import { useState } from "preact/hooks";
import { useAreaWords } from "../../../i18n/areas.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import { ACTIONS, hasValue, type Rule, ruleFrom, type TypedRule } from "./rule-fields.ts";
import css from "./rules.module.css";

type TextName = "target" | "value" | "placeholder" | "whenTarget" | "whenValue";

/** Adds a rule, or replaces the one that is edited. */
export const RuleForm = ({
	initial,
	label,
	onDone,
}: {
	initial: TypedRule;
	label: string;
	onDone(rule: Rule): void;
}) => {
	const texts = useAreaWords("settings").rules;
	const [typed, setTyped] = useState(initial);
	const change = (part: Partial<TypedRule>) => setTyped({ ...typed, ...part });
	const { action, operator } = typed;
	const text = (name: TextName, shown: string, hint?: string) => (
		<TextField
			label={shown}
			hint={hint}
			value={typed[name]}
			maxLength={512}
			autocomplete="off"
			onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
		/>
	);
	const values = { rename: texts.to, set: texts.value, mask: texts.pattern, copy: texts.name };
	return (
		<form
			noValidate
			class="col"
			onSubmit={(event) => {
				event.preventDefault();
				onDone(ruleFrom(typed));
			}}
		>
			<div class={css["form"]}>
				<SelectField
					label={texts.action}
					value={action}
					choices={ACTIONS.map((one) => [one, texts.actions[one]])}
					onChoose={(chosen) => change({ action: chosen })}
				/>
				{action === "copy" && (
					<SelectField
						label={texts.from}
						value={typed.from}
						choices={[
							["query", texts.froms.query],
							["header", texts.froms.header],
						]}
						onChoose={(from) => change({ from })}
					/>
				)}
				{action !== "drop" && text("target", texts.target, texts.targetHint)}
				{action in values &&
					text(
						"value",
						values[action as keyof typeof values],
						action === "mask" ? texts.patternHint : undefined,
					)}
				{action === "mask" && text("placeholder", texts.placeholder)}
			</div>
			<div class={css["form"]}>
				{text("whenTarget", texts.when, texts.whenHint)}
				{typed.whenTarget !== "" && (
					<SelectField
						label={texts.operator}
						value={operator}
						choices={(Object.keys(texts.operators) as (typeof operator)[]).map((one) => [
							one,
							texts.operators[one],
						])}
						onChoose={(chosen) => change({ operator: chosen })}
					/>
				)}
				{typed.whenTarget !== "" && hasValue(operator) && text("whenValue", texts.whenValue)}
			</div>
			<span>
				<Button type="submit">{label}</Button>
			</span>
		</form>
	);
};
