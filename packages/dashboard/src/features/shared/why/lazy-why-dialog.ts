import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `why-dialog.tsx`. */
export const WhyDialog = lazyPart(async () => (await import("./why-dialog.tsx")).WhyDialog, {
	isQuiet: "now",
});
