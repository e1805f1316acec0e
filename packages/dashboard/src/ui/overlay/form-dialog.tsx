import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { Banner } from "../banner.tsx";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";
import css from "./form-dialog.module.css";

interface FormDialogProps {
	title: string;
	/** Label of the submit button: a verb. */
	action: string;
	/** Whether it can be submitted: nothing is pending, and required fields are filled. */
	isReady: boolean;
	/** An error of the whole form; a field shows its own. */
	error?: string | undefined;
	onSubmit(): void;
	onClose(): void;
	children: ComponentChildren;
}

/** A form in a dialog; Enter submits it. */
export const FormDialog = (props: FormDialogProps) => {
	const words = useWords();
	const id = useId();
	return (
		<Dialog
			title={props.title}
			onClose={props.onClose}
			foot={
				<>
					<Button kind="quiet" onClick={props.onClose}>
						{words.part.cancel}
					</Button>
					<Button kind="main" type="submit" form={id} disabled={!props.isReady}>
						{props.action}
					</Button>
				</>
			}
		>
			<form
				id={id}
				class={css["form"]}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					props.onSubmit();
				}}
			>
				{props.children}
				{props.error && <Banner tone="bad">{props.error}</Banner>}
			</form>
		</Dialog>
	);
};
