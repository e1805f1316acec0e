/** Focuses the first invalid field of the page, once it is marked. */
export const focusFault = (): void => {
	requestAnimationFrame(() =>
		document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
	);
};
