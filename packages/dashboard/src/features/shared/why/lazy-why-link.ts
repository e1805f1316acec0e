import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `why-link.tsx`: rarely used, so it is not part of the first load. */
export const WhyLink = lazyPart(async () => (await import("./why-link.tsx")).WhyLink, {
	isQuiet: true,
});
