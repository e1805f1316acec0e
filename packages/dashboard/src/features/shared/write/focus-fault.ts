/** Puts the focus into the first field of the page that is wrong, once it says so. */
export const focusFault = (): void => {
	requestAnimationFrame(() =>
		document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(),
	);
};
