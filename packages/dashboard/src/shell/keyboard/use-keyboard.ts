import { useEffect, useRef } from "preact/hooks";
import type { Command } from "./keyboard.ts";

/** Obeys shortcuts while they are on. Nobody presses one before the page is drawn. */
export const useKeyboard = (isOn: boolean, obey: (command: Command) => void): void => {
	const latest = useRef(obey);
	latest.current = obey;
	useEffect(() => {
		if (!isOn) return undefined;
		let isHere = true;
		let stop: (() => void) | undefined;
		import("./keyboard.ts").then(
			({ followKeys }) => {
				if (isHere) stop = followKeys((command) => latest.current(command));
			},
			// Whatever a key does can be clicked as well.
			() => {},
		);
		return () => {
			isHere = false;
			stop?.();
		};
	}, [isOn]);
};
