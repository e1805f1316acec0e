import { useEffect, useRef } from "preact/hooks";
import type { Command } from "./keyboard.ts";
import { opensPalette } from "./palette-key.ts";

/** Handles shortcuts while they are on. Their code is loaded after the page; earlier key presses are buffered. */
export const useKeyboard = (isOn: boolean, obey: (command: Command) => void): void => {
	const latest = useRef(obey);
	latest.current = obey;
	useEffect(() => {
		if (!isOn) return undefined;
		let isHere = true;
		const early: KeyboardEvent[] = [];
		const keep = (event: KeyboardEvent) => {
			early.push(event);
			// Some browsers use it for their own search.
			if (opensPalette(event)) event.preventDefault();
		};
		let stop = () => document.removeEventListener("keydown", keep);
		document.addEventListener("keydown", keep);
		import("./keyboard.ts").then(
			({ followKeys }) => {
				stop();
				if (isHere) stop = followKeys((command) => latest.current(command), early);
			},
			// Every shortcut has an equivalent button or link.
			() => stop(),
		);
		return () => {
			isHere = false;
			stop();
		};
	}, [isOn]);
};
