import { useEffect, useRef } from "preact/hooks";
import { type Command, followKeys } from "./keyboard.ts";

/** Handles shortcuts while they are on. */
export const useKeyboard = (isOn: boolean, obey: (command: Command) => void): void => {
	const latest = useRef(obey);
	latest.current = obey;
	useEffect(() => (isOn ? followKeys((command) => latest.current(command)) : undefined), [isOn]);
};
