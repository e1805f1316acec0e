import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isAdministrator } from "../../../api/sites.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { CheckField, TextField } from "../../../ui/form/field.tsx";
import { FormDialog } from "../../../ui/overlay/form-dialog.tsx";
import { toast } from "../../../ui/overlay/toast.tsx";
import type { ViewedQuestion } from "./question-address.ts";
import { saveQuestion } from "./saved.ts";

/** Asks for a name, and does something with it. */
export const NameDialog = ({
	title,
	action,
	label,
	initial,
	children,
	onSave,
	onClose,
}: {
	title: string;
	action: string;
	label: string;
	initial: string;
	/** Below the name. */
	children?: ComponentChildren;
	onSave(name: string): Promise<unknown>;
	onClose(): void;
}) => {
	const [name, setName] = useState(initial);
	const { isBusy, error, write } = useWrite();
	const isReady = !isBusy && name.trim() !== "";
	return (
		<FormDialog
			title={title}
			action={action}
			isReady={isReady}
			onSubmit={() => {
				if (!isReady) return;
				void write(() => onSave(name.trim())).then((isDone) => {
					if (isDone) onClose();
				});
			}}
			onClose={onClose}
		>
			<TextField
				label={label}
				value={name}
				maxLength={120}
				error={error}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			{children}
		</FormDialog>
	);
};

/** Whether the viewer may save for all sites of the organization. */
export const useMayShare = (): boolean => {
	const role = useSiteView().site.seenBy?.role;
	return role != null && isAdministrator(role);
};

/** Saves a question under a name. */
export const SaveQuestion = ({
	viewed,
	initial,
	onClose,
}: {
	viewed: ViewedQuestion;
	initial: string;
	onClose(): void;
}) => {
	const { question: texts } = useAreaWords("explore");
	const { site } = useSiteView();
	const mayShare = useMayShare();
	const [isShared, setIsShared] = useState(false);
	return (
		<NameDialog
			title={texts.saveTitle}
			action={texts.save}
			label={texts.name}
			initial={initial}
			onSave={async (name) => {
				await saveQuestion(site.id, {
					...{ name, ...viewed },
					scope: isShared ? "organization" : "site",
				});
				toast(texts.savedNow(name));
			}}
			onClose={onClose}
		>
			{mayShare && (
				<CheckField
					label={texts.everywhere}
					checked={isShared}
					onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
				/>
			)}
		</NameDialog>
	);
};
