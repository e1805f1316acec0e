import { useWords } from "../../../i18n/language.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import css from "./form-buttons.module.css";

interface FormButtonsProps {
	save: string;
	isBusy: boolean;
	onSave(): void;
	/** Drops what was changed; absent if nothing was, or if a form keeps nothing. */
	discard?: { label: string; onDiscard(): void } | false | undefined;
	/** The page that the form was opened from. */
	cancelHref: string;
}

/** The buttons below a form that is a page of its own. */
export const FormButtons = ({ save, isBusy, onSave, discard, cancelHref }: FormButtonsProps) => {
	const words = useWords();
	return (
		<div class={css["buttons"]}>
			<Button kind="main" disabled={isBusy} onClick={onSave}>
				{save}
			</Button>
			{discard && (
				<Button kind="quiet" onClick={discard.onDiscard}>
					{discard.label}
				</Button>
			)}
			<LinkButton kind="quiet" href={cancelHref}>
				{words.part.cancel}
			</LinkButton>
		</div>
	);
};
