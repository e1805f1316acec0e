import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { failureOf } from "../../api/failure.ts";
import { askAgain } from "../../api/query-client.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useWords } from "../../i18n/language.ts";
import { failureText } from "../../layout/report-failure.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { dayOf, isDay } from "../../router/days.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { notesKey } from "./use-notes.ts";

const MAX_TITLE = 120;

/** Notes on the chart what happened on a day. */
export const NoteDialog = ({ onClose }: { onClose(): void }) => {
	const frame = useWords();
	const words = useAreaWords("reports").note;
	const { site, now, timeZone } = useSiteView();
	const [title, setTitle] = useState("");
	const [day, setDay] = useState(() => dayOf(now, timeZone));
	const [isPublic, setIsPublic] = useState(false);
	const [isChecked, setIsChecked] = useState(false);
	const [failure, setFailure] = useState<string>();
	const isNamed = title.trim() !== "";
	const save = async () => {
		setIsChecked(true);
		if (!isNamed || !isDay(day)) return;
		try {
			await answerOf(
				client.POST("/api/sites/{site}/annotations", {
					params: { path: { site: site.id } },
					body: { title: title.trim(), date: day, isPublic },
				}),
			);
			toast(words.saved);
			onClose();
			await askAgain(notesKey(site.id));
		} catch (error) {
			setFailure(Object.values(failureText(failureOf(error), frame)).join(" "));
		}
	};
	return (
		<Dialog
			title={words.title}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{frame.part.cancel}
					</Button>
					<Button kind="main" onClick={() => void save()}>
						{words.save}
					</Button>
				</>
			}
		>
			<TextField
				label={words.name}
				hint={words.hint}
				value={title}
				maxLength={MAX_TITLE}
				error={isChecked && !isNamed ? words.needName : failure}
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
		</Dialog>
	);
};
