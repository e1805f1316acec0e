import { withStorage } from "./with-storage.ts";

declare global {
	interface Navigator {
		/** Absent in Chromium. */
		globalPrivacyControl?: boolean;
	}
}

/** Whether the visitor has opted out, with any value in this site's storage. */
export const hasOptedOut = (namespace: string): boolean =>
	withStorage((storage) => storage[`disable-${namespace}`]) != null;
