import { lazyPart } from "../lazy/lazy-part.tsx";

export const FilterEditor = lazyPart(
	async () => (await import("./filter-editor.tsx")).FilterEditor,
);
