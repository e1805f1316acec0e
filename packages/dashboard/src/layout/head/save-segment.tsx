import { useState } from "preact/hooks";
import { answerOf, client } from "../../api/client.ts";
import { invalidate } from "../../api/query-cache.ts";
import { useWords } from "../../i18n/language.ts";
import { savedFilterOf } from "../../router/filters.ts";
import { useAddress } from "../../router/use-address.ts";
import { CheckField, TextField } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/overlay/form-dialog.tsx";
import { toast } from "../../ui/overlay/toast.tsx";
import { useSiteView } from "../site-view.ts";
import { useWrite } from "../write/use-write.ts";
import { segmentsKey } from "./segments-key.ts";

/** Saves the URL's filters under a name. */
export const SaveSegment = ({ onClose }: { onClose(): void }) => {
	const words = useWords();
	const { site } = useSiteView();
	const { address, change } = useAddress();
	const [name, setName] = useState("");
	const [isShared, setIsShared] = useState(false);
	const { isBusy, error, write } = useWrite();
	const isReady = !isBusy && name.trim() !== "";
	const save = () =>
		write(async () => {
			const { segmentId } = await answerOf(
				client.POST("/api/sites/{site}/segments", {
					params: { path: { site: site.id } },
					body: { name, filters: address.filters.map(savedFilterOf), isPublic: isShared },
				}),
			);
			await invalidate(segmentsKey(site.id));
			change({ segment: segmentId, filters: [] });
			toast(words.filter.saved);
			onClose();
		});
	return (
		<FormDialog
			title={words.filter.saveTitle}
			action={words.filter.saveTitle}
			isReady={isReady}
			onSubmit={() => {
				if (isReady) void save();
			}}
			onClose={onClose}
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
		</FormDialog>
	);
};
