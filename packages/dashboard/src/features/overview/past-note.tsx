import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import type { PastNoteProps } from "../shared/past/past-note.tsx";

/** Loaded by sites with imported figures alone. */
const Note = lazyPart(async () => (await import("../shared/past/past-note.tsx")).PastNote, {
	isQuiet: "now",
});

/** What a card says about imported figures; nothing on a site without any. */
export const PastNote = (props: PastNoteProps) => (props.imported ? <Note {...props} /> : null);
