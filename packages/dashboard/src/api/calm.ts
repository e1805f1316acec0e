/** The first answers are waited for no longer than this. */
const LONGEST_MS = 2500;

let settle: () => void;
const calm = new Promise<void>((resolve) => {
	settle = resolve;
});

/** Resolves when what people look at first is there. On a slow device whatever is asked before delays it. */
export const whenCalm = (): Promise<void> => {
	setTimeout(settle, LONGEST_MS);
	return calm;
};

/** The first answers are there, or the page has none to wait for. */
export const beCalm = (): void => settle();
