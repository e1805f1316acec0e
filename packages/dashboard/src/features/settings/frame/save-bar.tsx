import { useAreaWords } from "../../../i18n/areas.ts";
import { Button } from "../../../ui/button.tsx";

interface SaveBarProps {
	isChanged: boolean;
	isBusy: boolean;
	onDiscard(): void;
}

/** The footer of a form: saves it, and shows whether there are unsaved changes. */
export const SaveBar = ({ isChanged, isBusy, onDiscard }: SaveBarProps) => {
	const words = useAreaWords("settings");
	return (
		<div class="row wrap">
			<Button kind="main" type="submit" aria-disabled={!isChanged || isBusy}>
				{isBusy ? words.saving : words.save}
			</Button>
			{isChanged ? (
				<Button kind="quiet" onClick={onDiscard} disabled={isBusy}>
					{words.discard}
				</Button>
			) : (
				<span class="mut">{words.noChanges}</span>
			)}
		</div>
	);
};
