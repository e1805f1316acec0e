import { useEffect, useMemo, useRef } from "preact/hooks";
import { type Command, createReader, isTyping } from "./keyboard.ts";

/** Obeys shortcuts, except in fields, menus and dialogs. */
export const useKeyboard = (isOn: boolean, obey: (command: Command) => void): void => {
	const latest = useRef(obey);
	latest.current = obey;
	const read = useMemo(() => createReader(Date.now), []);
	useEffect(() => {
		if (!isOn) return undefined;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			// An open popover takes Esc for itself.
			const isPopoverOpen = document.querySelector("[popover]:popover-open") !== null;
			if (isTyping(event.target) || isPopoverOpen || document.querySelector("dialog[open]")) return;
			const command = read(event.key);
			if (!command) return;
			event.preventDefault();
			latest.current(command);
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [isOn]);
};
