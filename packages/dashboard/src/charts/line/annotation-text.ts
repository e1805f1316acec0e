import type { ChartWords } from "../shared/chart-words.ts";
import type { Annotation } from "./place-annotations.ts";

/** An annotation in words, for those who do not see its mark. */
export const annotationText = ({ kind, name }: Annotation, words: ChartWords): string =>
	kind === "deploy" ? words.deployment(name) : name;
