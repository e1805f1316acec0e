import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { dayOf, isDay } from "../../router/days.ts";
import { CheckField, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { notesKey } from "../shared/notes/use-notes.ts";

const MAX_TITLE = 120;

/** Adds a note about a day to the chart. */
export const NoteDialog = ({ onClose }: { onClose(): void }) => {
	const words = useAreaWords("reports").note;
	const { site, now, timeZone } = useSiteView();
	const [title, setTitle] = useState("");
	const [day, setDay] = useState(() => dayOf(now, timeZone));
	const [isPublic, setIsPublic] = useState(false);
	const [isChecked, setIsChecked] = useState(false);
	const { isBusy, error, write } = useWrite();
	const isNamed = title.trim() !== "";
	const save = () => {
		setIsChecked(true);
		if (!isNamed || !isDay(day)) return;
		void write(async () => {
			await answerOf(
				client.POST("/api/sites/{site}/annotations", {
					params: { path: { site: site.id } },
					body: { title: title.trim(), date: day, isPublic },
				}),
			);
			toast(words.saved);
			onClose();
			await invalidate(notesKey(site.id));
		});
	};
	return (
		<FormDialog
			title={words.title}
			action={words.save}
			isReady={!isBusy}
			onSubmit={save}
			onClose={onClose}
		>
			<TextField
				label={words.name}
				hint={words.hint}
				value={title}
				maxLength={MAX_TITLE}
				error={isChecked && !isNamed ? words.needName : error}
				onInput={({ currentTarget }) => setTitle(currentTarget.value)}
			/>
			<TextField
				label={words.day}
				value={day}
				maxLength={10}
				error={isChecked && !isDay(day) ? words.badDay : undefined}
				onInput={({ currentTarget }) => setDay(currentTarget.value)}
			/>
			<CheckField
				label={words.isPublic}
				checked={isPublic}
				onChange={({ currentTarget }) => setIsPublic((currentTarget as HTMLInputElement).checked)}
			/>
		</FormDialog>
	);
};
