import { useEffect, useState } from "preact/hooks";
import { useWords } from "../../i18n/language.ts";
import { Icon } from "../icon.tsx";
import css from "./toast.module.css";

interface Toast {
	text: string;
	undo?: (() => void) | undefined;
}

/** Long enough to read it and to reach Undo. */
const SHOWN_MS = 6000;

let show: ((toast: Toast) => void) | undefined;

/** Confirms an action at the bottom of the window. Requires a {@link Toasts} on the page. */
export const toast = (text: string, undo?: () => void): void => show?.({ text, undo });

/** Renders toasts: once in the app. One at a time; it stays while it is hovered or has the focus. */
export const Toasts = () => {
	const words = useWords();
	const [shown, setShown] = useState<Toast>();
	const [isHeld, setIsHeld] = useState(false);
	useEffect(() => {
		show = setShown;
		return () => {
			show = undefined;
		};
	}, []);
	useEffect(() => {
		if (!shown || isHeld) return undefined;
		const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [shown, isHeld]);
	return (
		<div class={css["place"]} role="status">
			{shown && (
				// biome-ignore lint/a11y/noStaticElementInteractions: only keeps the message from leaving
				<div
					class={css["toast"]}
					onMouseEnter={() => setIsHeld(true)}
					onMouseLeave={() => setIsHeld(false)}
					onFocusIn={() => setIsHeld(true)}
					onFocusOut={() => setIsHeld(false)}
				>
					<span>{shown.text}</span>
					{shown.undo && (
						<button
							type="button"
							class={css["undo"]}
							onClick={() => {
								shown.undo?.();
								setShown(undefined);
							}}
						>
							{words.part.undo}
						</button>
					)}
					<button type="button" aria-label={words.part.dismiss} onClick={() => setShown(undefined)}>
						<Icon name="close" />
					</button>
				</div>
			)}
		</div>
	);
};
