import { withStorage } from "./with-storage.ts";

declare global {
	interface Navigator {
		/** Absent in Chromium. */
		globalPrivacyControl?: boolean;
	}
}

/** Whether the visitor has opted out, with any value in this site's storage or with the browser's signal. */
export const hasOptedOut = (namespace: string, respectGpc: boolean): boolean | undefined =>
	withStorage((storage) => storage[`disable-${namespace}`]) != null ||
	(respectGpc && navigator.globalPrivacyControl);
