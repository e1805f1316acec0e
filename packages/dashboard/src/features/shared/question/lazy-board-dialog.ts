import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `add-to-board.tsx`. */
export const BoardDialog = lazyPart(async () => (await import("./add-to-board.tsx")).BoardDialog, {
	isQuiet: "now",
});
