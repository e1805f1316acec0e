import { useState } from "preact/hooks";
import { useAreaWords } from "../../i18n/areas.ts";
import { Button } from "../../ui/button.tsx";
import { BareInput } from "../../ui/form/field.tsx";
import css from "./breakdown-page.module.css";

/** The parameter names that the URL can hold. */
const NAME = /^[\w:.-]{1,80}$/;

interface ParameterFormProps {
	name: string;
	onShow(name: string): void;
}

/** Lets the viewer choose the URL parameter that a table lists. */
export const ParameterForm = ({ name, onShow }: ParameterFormProps) => {
	const lists = useAreaWords("lists");
	const [text, setText] = useState(name);
	const isName = NAME.test(text.trim());
	return (
		<div class={css["form"]}>
			{name === "" && <p class="sec">{lists.parameterText}</p>}
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (isName) onShow(text.trim());
				}}
			>
				<BareInput
					label={lists.parameterLabel}
					placeholder={lists.parameterLabel}
					value={text}
					maxLength={80}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
				/>
				<Button type="submit" disabled={!isName || text.trim() === name}>
					{lists.show}
				</Button>
			</form>
		</div>
	);
};
