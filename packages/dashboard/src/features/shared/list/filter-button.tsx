import type { ComponentChildren } from "preact";
import { useWording } from "../../../i18n/language.ts";
import { ValuePicture } from "../../../layout/picture/value-picture.tsx";
import { valueText } from "../../../layout/text/filter-text.ts";
import { joined } from "../../../ui/class-names.ts";
import css from "./filter-button.module.css";
import { useFilterButton } from "./use-filter-button.ts";

export type FactLook = "fact" | "picture" | "text";

export interface FilterButtonProps {
	/** A dimension of the api. */
	field: string;
	value: string;
	/** Shown instead of the value's usual name. */
	name?: string;
	/** It names the row, or is one of several facts in it, in full or as its picture, or without one. */
	look?: "name" | FactLook;
	/** The tooltip, given the displayed value; by default the value, which may be truncated. */
	titleOf?(text: string): string;
}

interface FactTextProps {
	field: string;
	value: string;
	look: "name" | FactLook;
	text: ComponentChildren;
}

/** A value's name with its picture, or one of the two. */
export const FactText = ({ field, value, look, text }: FactTextProps) => {
	if (look === "text") return <>{text}</>;
	if (look === "picture") return <ValuePicture field={field} value={value} name={text} />;
	return (
		<>
			<ValuePicture field={field} value={value} />
			{text}
		</>
	);
};

/** A value that filters. */
export const FilterButton = (props: FilterButtonProps) => {
	const { field, value, look = "name", titleOf } = props;
	const wording = useWording();
	const { state, button } = useFilterButton(field, value);
	const text = props.name ?? valueText(field, value, wording);
	return (
		<button
			type="button"
			class={joined(
				look === "name" ? css["name"] : joined("cut", css["fact"]),
				state === "out" && css["out"],
			)}
			title={titleOf ? titleOf(text) : text}
			{...button}
		>
			<FactText field={field} value={value} look={look} text={text} />
		</button>
	);
};
