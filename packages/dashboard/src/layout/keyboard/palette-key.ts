const isApple = (): boolean => /Mac|iP/.test(navigator.platform);

/** How the command palette's keys are written. On Apple's keyboards Ctrl+K deletes to the end of the line. */
export const paletteKeys = (): string => (isApple() ? "⌘ K" : "Ctrl K");

/** Whether a key press opens the command palette. */
export const opensPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
	key.toLowerCase() === "k" && (isApple() ? metaKey : ctrlKey) && !altKey && !shiftKey;
