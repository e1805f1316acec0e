import { SelectField, TextField } from "../../ui/form/field.tsx";
import { useTexts } from "../shared/report/use-texts.ts";
import { type GoalValue, VALUE_KINDS, valueProblemOf } from "./goal-value.ts";

interface GoalValueFieldsProps {
	value: GoalValue;
	/** Only events have revenue. */
	isEvent: boolean;
	/** The site's. */
	currency: string;
	/** Whether what is missing is said. */
	hasTried: boolean;
	onChange(value: GoalValue): void;
}

/** What a goal is worth: nothing, a fixed amount, or what its events say. */
export const GoalValueFields = ({
	value,
	isEvent,
	currency,
	hasTried,
	onChange,
}: GoalValueFieldsProps) => {
	const { goals: texts } = useTexts().own;
	const problem = hasTried ? valueProblemOf(value) : undefined;
	const kinds = VALUE_KINDS.filter((kind) => isEvent || kind !== "revenue");
	return (
		<>
			<SelectField
				label={texts.worth}
				value={value.kind}
				choices={kinds.map((kind) => [kind, texts.worths[kind]] as const)}
				onChoose={(kind) => onChange({ ...value, kind })}
			/>
			{value.kind === "fixed" && (
				<TextField
					label={texts.amount(value.currency)}
					value={value.amount}
					error={problem && texts.amountBad}
					onInput={({ currentTarget }) => onChange({ ...value, amount: currentTarget.value })}
				/>
			)}
			{value.kind === "prop" && (
				<TextField
					label={texts.property}
					hint={texts.propertyHint(currency)}
					value={value.key}
					maxLength={256}
					error={problem && texts.propertyBad}
					onInput={({ currentTarget }) => onChange({ ...value, key: currentTarget.value })}
				/>
			)}
		</>
	);
};
