import { lazyPart } from "../../../layout/lazy/lazy-part.tsx";

/** See `to-board.tsx`: rarely used, so it is not part of the first load. */
export const ToBoard = lazyPart(async () => (await import("./to-board.tsx")).ToBoard, {
	isQuiet: true,
});
