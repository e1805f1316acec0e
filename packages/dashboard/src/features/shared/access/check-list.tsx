import type { ComponentChildren } from "preact";
import { CheckField } from "../../../ui/form/field.tsx";
import css from "./access.module.css";

interface CheckListProps<Value extends string | number> {
	label: string;
	choices: readonly { value: Value; label: string }[];
	chosen: ReadonlySet<Value>;
	onChange(chosen: ReadonlySet<Value>): void;
	/** Shown instead of the choices. */
	empty: string;
	/** Shown above the choices. */
	search?: ComponentChildren;
	isLoading?: boolean;
}

/** A list of checkboxes. */
export const CheckList = <Value extends string | number>(props: CheckListProps<Value>) => {
	const { label, choices, chosen, onChange, empty, search, isLoading = false } = props;
	return (
		<fieldset class={css["group"]}>
			<legend>{label}</legend>
			{search}
			{choices.length === 0 && !isLoading && <p class={css["small"]}>{empty}</p>}
			<div class={css["list"]}>
				{choices.map(({ value, label: text }) => (
					<CheckField
						key={value}
						label={text}
						checked={chosen.has(value)}
						onChange={({ currentTarget }) => {
							const next = new Set(chosen);
							if ((currentTarget as HTMLInputElement).checked) next.add(value);
							else next.delete(value);
							onChange(next);
						}}
					/>
				))}
			</div>
		</fieldset>
	);
};
