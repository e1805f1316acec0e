let settle: () => void;
const idle = new Promise<void>((resolve) => {
	settle = resolve;
});

/** Resolves when the first screen is loaded. On a slow device, any earlier request delays it. */
export const whenIdle = (): Promise<void> => idle;

/** Called when the first responses have arrived, or when waiting for them has ended. */
export const markIdle = (): void => settle();
