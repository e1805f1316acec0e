import { withStorage } from "./with-storage.ts";

declare global {
	interface Navigator {
		/** Absent in Chromium. */
		globalPrivacyControl?: boolean;
	}
}

let flag: string;
/** For this page, if storage is blocked. */
let isOut = false;
let wasOut = false;
let erase = () => {};

/** Sets the name of the flag in the site's storage, and the function that removes everything the tracker keeps. */
export const configureOptOut = (namespace: string, eraseAll: () => void): void => {
	flag = `disable-${namespace}`;
	erase = eraseAll;
};

/**
 * Whether the visitor has opted out: here, or with any value of the flag in the site's storage, as another tab sets
 * it. The first time, everything stored is erased.
 */
export const hasOptedOut = (): boolean => {
	const is = isOut || withStorage((storage) => storage[flag]) != null;
	const isNew = is && !wasOut;
	wasOut = is;
	if (isNew) erase();
	return is;
};

/** Opts out, in all tabs of the site, and erases everything stored. */
export const optOut = (): void => {
	isOut = true;
	withStorage((storage) => {
		storage[flag] = 1;
	});
	hasOptedOut();
};

/** Reverts an opt-out. */
export const takeBackOptOut = (): void => {
	isOut = false;
	withStorage((storage) => delete storage[flag]);
};
