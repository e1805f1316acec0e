import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useWrite } from "./behaviour-use-write.ts";

interface DeleteDialogProps {
	texts: {
		deleteTitle(name: string): string;
		deleteText: string;
		keep: string;
		deleteIt: string;
	};
	name: string;
	remove(): Promise<void>;
	onClose(): void;
}

/** Asks before a goal or funnel goes for good, and says what goes. */
export const DeleteDialog = ({ texts, name, remove, onClose }: DeleteDialogProps) => {
	const { isBusy, error, write } = useWrite();
	return (
		<Dialog
			title={texts.deleteTitle(name)}
			onClose={onClose}
			foot={
				<>
					<Button onClick={onClose}>{texts.keep}</Button>
					<Button kind="solid" disabled={isBusy} onClick={() => void write(remove)}>
						{texts.deleteIt}
					</Button>
				</>
			}
		>
			<p>{texts.deleteText}</p>
			{error && <Banner tone="bad">{error}</Banner>}
		</Dialog>
	);
};
