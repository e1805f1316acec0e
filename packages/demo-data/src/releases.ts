const TWO_WEEKS_FROM = 15;

/** The release of the site's code at a time: two a month, such as `2026.11.1`. */
export const releaseAt = (at: number): string => {
	const time = new Date(at);
	const number = time.getUTCDate() < TWO_WEEKS_FROM ? 0 : 1;
	return `${time.getUTCFullYear()}.${time.getUTCMonth() + 1}.${number}`;
};

/** Whether a release has an error that no other has: one in a quarter does. */
export const hasOwnError = (release: string): boolean => /\.(?:2|5|8|11)\.0$/.test(release);
