import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { RequestFailure } from "../../../api/failure.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { Badge, SwitchInput } from "../../../ui/form/choice.tsx";
import css from "./frame.module.css";
import { FailureLine } from "./section.tsx";

interface SwitchSettingProps {
	label: ComponentChildren;
	hint: ComponentChildren;
	isOn: boolean;
	/** Absent for viewers who may not change it: they only see its value. */
	onChange?: ((isOn: boolean) => void) | undefined;
	failure?: RequestFailure | undefined;
}

/** A setting that is on or off, with its explanation. */
export const SwitchSetting = ({ label, hint, isOn, onChange, failure }: SwitchSettingProps) => {
	const words = useAreaWords("settings");
	const id = useId();
	return (
		<div class={css["setting"]}>
			<div>
				{onChange ? (
					<label class={css["name"]} for={id}>
						{label}
					</label>
				) : (
					<p class={css["name"]}>{label}</p>
				)}
				<p class={css["hint"]} id={`${id}-hint`}>
					{hint}
				</p>
			</div>
			{onChange ? (
				<SwitchInput id={id} isOn={isOn} onChange={onChange} describedBy={`${id}-hint`} />
			) : (
				<Badge tone={isOn ? "accent" : "plain"}>{isOn ? words.on : words.off}</Badge>
			)}
			{failure && <FailureLine failure={failure} />}
		</div>
	);
};
