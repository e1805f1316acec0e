/** What a decoded text would hide or disguise: controls, marks of direction, blanks of other kinds, and what divides an address. */
const DISGUISING = /[\p{C}\p{Zl}\p{Zp}%/?#\\]|[^\S ]/gu;

/** A path as people read it: percent signs are decoded, but for those that hide something or are no UTF-8. */
export const shownPath = (path: string): string =>
	path.includes("%")
		? path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
				try {
					return decodeURIComponent(run).replace(DISGUISING, encodeURIComponent);
				} catch {
					return run;
				}
			})
		: path;
