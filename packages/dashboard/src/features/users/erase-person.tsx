import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { useSiteView } from "../../layout/site-view.ts";
import { useWrite } from "../../layout/write/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import css from "./users.module.css";

interface ErasePersonProps {
	/** The API's id of the person. */
	id: string;
	name: string;
	onErased(): void;
	onClose(): void;
}

/** Explains what will be deleted, and erases it once the id is typed; this is irreversible. */
export const ErasePerson = ({ id, name, onErased, onClose }: ErasePersonProps) => {
	const { erase } = useAreaWords("people");
	const { site } = useSiteView();
	const [typed, setTyped] = useState("");
	const { isBusy, error, write, setError } = useWrite();
	const run = () => {
		if (typed.trim() !== id) return setError(erase.typed);
		void write(async () => {
			await answerOf(
				client.DELETE("/api/sites/{site}/users/{userId}", {
					params: { path: { site: site.id, userId: id } },
				}),
			);
			toast(erase.done(name));
			onErased();
			// Every figure changes without their share.
			await Promise.all([invalidate(["report", site.id]), invalidate(["replays", site.id])]);
		});
	};
	return (
		<Dialog
			title={erase.title(name)}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{erase.keep}
					</Button>
					<Button kind="solid" disabled={isBusy} onClick={run}>
						{erase.erase}
					</Button>
				</>
			}
		>
			<p>{erase.text}</p>
			<ul class={css["goes"]}>
				{Object.values(erase.goes).map((text) => (
					<li key={text}>{text}</li>
				))}
			</ul>
			<p class="sec">{erase.comesBack}</p>
			<TextField
				label={erase.type(id)}
				value={typed}
				autocomplete="off"
				error={error}
				onInput={({ currentTarget }) => setTyped(currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === "Enter") void run();
				}}
			/>
		</Dialog>
	);
};
