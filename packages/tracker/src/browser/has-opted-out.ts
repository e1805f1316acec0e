import { withStorage } from "./with-storage.ts";

declare global {
	interface Navigator {
		/** Absent in Chromium. */
		globalPrivacyControl?: boolean;
	}
}

/** Whether the visitor wants nothing sent: by a mark on this site, whose value does not matter, or by the browser's signal. */
export const hasOptedOut = (namespace: string, respectGpc: boolean): boolean | undefined =>
	withStorage((storage) => storage[`disable-${namespace}`]) != null ||
	(respectGpc && navigator.globalPrivacyControl);
