import type { ComponentChildren } from "preact";
import { useWords } from "../../../i18n/language.ts";
import { useWrite } from "../../../layout/write/use-write.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

interface ConfirmProps {
	title: string;
	/** The consequences. */
	children: ComponentChildren;
	/** The verb. */
	action: string;
	/** Replaces "Cancel". */
	keep?: string;
	change(): Promise<unknown>;
	onDone?(): void;
	onClose(): void;
}

/** Asks for confirmation of an irreversible action. */
export const Confirm = ({
	title,
	children,
	action,
	keep,
	change,
	onDone,
	onClose,
}: ConfirmProps) => {
	const words = useWords();
	const { isBusy, error, write } = useWrite();
	return (
		<Dialog
			title={title}
			onClose={onClose}
			foot={
				<>
					<Button kind="quiet" onClick={onClose}>
						{keep ?? words.part.cancel}
					</Button>
					<Button
						kind="solid"
						disabled={isBusy}
						onClick={() =>
							void write(change).then((isMade) => {
								if (isMade) onDone?.();
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
