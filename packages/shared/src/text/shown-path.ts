/**
 * Characters that hide or disguise text, or delimit an address: control characters, direction marks and unusual blanks.
 */
const DISGUISING = /[\p{C}\p{Zl}\p{Zp}%/?#\\]|[^\S ]/gu;

/** A path in readable form: percent signs are decoded, except those that hide something or are not UTF-8. */
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
