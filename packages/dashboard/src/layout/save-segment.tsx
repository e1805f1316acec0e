import { useState } from "preact/hooks";
import { answerOf, client } from "../api/client.ts";
import { failureOf } from "../api/failure.ts";
import { askAgain } from "../api/query-client.ts";
import { useWords } from "../i18n/language.ts";
import { savedFilterOf } from "../router/filters.ts";
import { useAddress } from "../router/use-address.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { toast } from "../ui/toast.tsx";
import { segmentsKey } from "./segments-key.ts";
import { useSiteView } from "./site-view.ts";

/** Saves the filters of the address under a name. */
export const SaveSegment = ({ onClose }: { onClose(): void }) => {
	const words = useWords();
	const { site } = useSiteView();
	const { address, change } = useAddress();
	const [name, setName] = useState("");
	const [isShared, setIsShared] = useState(false);
	const [error, setError] = useState<string>();
	const save = async () => {
		try {
			const { segmentId } = await answerOf(
				client.POST("/api/sites/{site}/segments", {
					params: { path: { site: site.id } },
					body: { name, filters: address.filters.map(savedFilterOf), isPublic: isShared },
				}),
			);
			await askAgain(segmentsKey(site.id));
			change({ segment: segmentId, filters: [] });
			toast(words.filter.saved);
			onClose();
		} catch (failure) {
			const { message, resolution } = failureOf(failure);
			setError([message || words.card.noAnswer, resolution].join(" "));
		}
	};
	return (
		<Dialog
			title={words.filter.saveTitle}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.part.cancel}
					</Button>
					<Button kind="main" disabled={name.trim() === ""} onClick={save}>
						{words.filter.saveTitle}
					</Button>
				</>
			}
		>
			<TextField
				label={words.filter.segmentName}
				value={name}
				maxLength={80}
				error={error}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<CheckField
				label={words.filter.share}
				checked={isShared}
				onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
			/>
		</Dialog>
	);
};
