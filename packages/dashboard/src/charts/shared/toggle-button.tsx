import css from "./toggle-button.module.css";

interface ToggleButtonProps {
	label: string;
	isOn: boolean;
	isDisabled?: boolean;
	onChange(isOn: boolean): void;
}

/** A quiet button that stays pressed. */
export const ToggleButton = ({ label, isOn, isDisabled = false, onChange }: ToggleButtonProps) => (
	<button
		type="button"
		class={css["toggle"]}
		aria-pressed={isOn}
		disabled={isDisabled}
		onClick={() => onChange(!isOn)}
	>
		{label}
	</button>
);
