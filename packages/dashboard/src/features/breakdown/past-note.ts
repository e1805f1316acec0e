import { lazyPart } from "../../layout/lazy/lazy-part.tsx";

/** Loaded by sites with imported figures alone; in the chunk of these pages, so that others load nothing of it. */
export const PastNote = lazyPart(
	async () => (await import("../shared/past/past-note.tsx")).PastNote,
	{ isQuiet: "now" },
);
