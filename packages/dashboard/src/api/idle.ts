let load: () => void;
const loaded = new Promise<void>((resolve) => {
	load = resolve;
});
let settle: () => void;
const idle = new Promise<void>((resolve) => {
	settle = resolve;
});

/** Resolves when the first responses have arrived, however long they take. */
export const whenLoaded = (): Promise<void> => loaded;

/** Resolves then, or when waiting for them has ended. On a slow device, any earlier request delays the first screen. */
export const whenIdle = (): Promise<void> => idle;

/** Called when waiting for the first responses has ended. */
export const markIdle = (): void => settle();

/** Called when the first responses have arrived. */
export const markLoaded = (): void => {
	load();
	settle();
};
