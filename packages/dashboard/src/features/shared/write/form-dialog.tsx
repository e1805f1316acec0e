import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useWords } from "../../../i18n/language.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import css from "./form-dialog.module.css";

interface FormDialogProps {
	title: string;
	action: string;
	isBusy: boolean;
	error: string | undefined;
	onSubmit(): void;
	onClose(): void;
	children: ComponentChildren;
}

/** A form that is filled in at once; Enter sends it. */
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
					<Button kind="main" type="submit" form={id} disabled={props.isBusy}>
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
