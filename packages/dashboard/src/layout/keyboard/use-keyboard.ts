import { useEffect, useRef } from "preact/hooks";
import type { Command } from "./keyboard.ts";

/** Obeys shortcuts while they are on. What reads them is loaded after the page; a key pressed before waits for it. */
export const useKeyboard = (isOn: boolean, obey: (command: Command) => void): void => {
	const latest = useRef(obey);
	latest.current = obey;
	useEffect(() => {
		if (!isOn) return undefined;
		let isHere = true;
		const early: KeyboardEvent[] = [];
		const keep = (event: KeyboardEvent) => early.push(event);
		let stop = () => document.removeEventListener("keydown", keep);
		document.addEventListener("keydown", keep);
		import("./keyboard.ts").then(
			({ followKeys }) => {
				stop();
				if (isHere) stop = followKeys((command) => latest.current(command), early);
			},
			// Whatever a key does can be clicked as well.
			() => stop(),
		);
		return () => {
			isHere = false;
			stop();
		};
	}, [isOn]);
};
