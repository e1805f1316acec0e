import type { ComponentChildren } from "preact";
import { Banner } from "../../part/banner.tsx";
import { Button } from "../../part/button.tsx";
import { Dialog } from "../../part/dialog.tsx";
import { useWords } from "../../words/language.ts";
import { useWrite } from "./use-write.ts";

interface ConfirmProps {
	title: string;
	/** What happens then. */
	children: ComponentChildren;
	/** The verb. */
	action: string;
	change(): Promise<unknown>;
	onDone(): void;
	onClose(): void;
}

/** Asks before what cannot be undone. */
export const Confirm = ({ title, children, action, change, onDone, onClose }: ConfirmProps) => {
	const words = useWords();
	const { isBusy, error, write } = useWrite();
	return (
		<Dialog
			title={title}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{words.part.cancel}
					</Button>
					<Button
						kind="solid"
						disabled={isBusy}
						onClick={() =>
							void write(change).then((isMade) => {
								if (isMade) onDone();
							})
						}
					>
						{action}
					</Button>
				</>
			}
		>
			<p>{children}</p>
			{error && <Banner tone="bad">{error}</Banner>}
		</Dialog>
	);
};
