let settle: () => void;
const calm = new Promise<void>((resolve) => {
	settle = resolve;
});

/** Resolves when what people look at first is there. On a slow device whatever is asked before delays it. */
export const whenCalm = (): Promise<void> => calm;

/** The first answers are there, or are waited for no longer. */
export const beCalm = (): void => settle();
