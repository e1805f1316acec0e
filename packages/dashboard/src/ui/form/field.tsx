import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useId } from "preact/hooks";
import { joined } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import css from "./field.module.css";

interface InputProps {
	type?: "text" | "email" | "password" | "search" | "number" | "url" | "date" | "time" | "checkbox";
	value?: string | number;
	checked?: boolean;
	placeholder?: string;
	autocomplete?:
		| "username"
		| "current-password"
		| "new-password"
		| "one-time-code"
		| "name"
		| "off";
	maxLength?: number;
	/** Id of a `datalist` with suggestions. */
	list?: string;
	disabled?: boolean;
	/** Gets the focus when its popover opens. */
	"data-first"?: boolean;
	onInput?: InputHTMLAttributes["onInput"];
	onChange?: InputHTMLAttributes["onChange"];
	onKeyDown?: InputHTMLAttributes["onKeyDown"];
}
/** The types of inputs differ by `type`, which one component for all cannot express. */
const asAttributes = (props: InputProps) => props as InputHTMLAttributes;

interface FieldProps {
	label: ComponentChildren;
	/** Shown beside the label, at the end of its line. */
	aside?: ComponentChildren;
	hint?: ComponentChildren;
	/** What is wrong with the value, and what is expected. */
	error?: string | undefined;
}

/** A labelled text input, with its hint or error as the description for screen readers. */
export const TextField = ({ label, aside, hint, error, ...rest }: FieldProps & InputProps) => {
	const id = useId();
	const describedBy = error || hint ? `${id}-more` : undefined;
	return (
		<div class={css["field"]}>
			<div class="row">
				<label for={id}>{label}</label>
				{aside && <span class="end">{aside}</span>}
			</div>
			<input
				{...asAttributes(rest)}
				id={id}
				class={css["input"]}
				aria-invalid={error ? "true" : undefined}
				aria-describedby={describedBy}
			/>
			{error ? (
				<p class={css["error"]} id={describedBy}>
					<Icon name="warning" />
					{error}
				</p>
			) : (
				hint && (
					<p class={css["hint"]} id={describedBy}>
						{hint}
					</p>
				)
			)}
		</div>
	);
};

/** An input with a visually hidden label, for places where its purpose is clear. */
export const BareInput = ({
	label,
	class: extra,
	...rest
}: { label: string; class?: string | undefined } & InputProps) => (
	<input {...asAttributes(rest)} aria-label={label} class={joined(css["input"], extra)} />
);

interface SelectProps<Value extends string> {
	label: string;
	value: Value;
	choices: readonly (readonly [value: Value, label: string])[];
	onChoose(value: Value): void;
	isBare?: boolean;
	hint?: ComponentChildren;
}

/** The browser's own select element. */
export const SelectField = <Value extends string>(props: SelectProps<Value>) => {
	const { label, value, choices, onChoose, isBare = false, hint } = props;
	const id = useId();
	return (
		<div class={css["field"]}>
			<label for={id} class={isBare ? "vh" : undefined}>
				{label}
			</label>
			<select
				id={id}
				class={css["input"]}
				value={value}
				aria-describedby={hint ? `${id}-more` : undefined}
				onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
			>
				{choices.map(([one, text]) => (
					<option key={one} value={one} selected={one === value}>
						{text}
					</option>
				))}
			</select>
			{hint && (
				<p class={css["hint"]} id={`${id}-more`}>
					{hint}
				</p>
			)}
		</div>
	);
};

/** A checkbox with its label. */
export const CheckField = ({ label, ...rest }: { label: ComponentChildren } & InputProps) => (
	<label class={css["check"]}>
		<input {...asAttributes({ ...rest, type: "checkbox" })} />
		<span>{label}</span>
	</label>
);
