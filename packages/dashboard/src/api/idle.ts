let settle: () => void;
const idle = new Promise<void>((resolve) => {
	settle = resolve;
});

/** Resolves when what people look at first is there. On a slow device whatever is asked before delays it. */
export const whenIdle = (): Promise<void> => idle;

/** The first answers are there, or are waited for no longer. */
export const markIdle = (): void => settle();
