import { SNIPPET_KINDS, type SnippetKind } from "../shared/install/snippets.ts";

const STEPS = [1, 2, 3] as const;
export type WizardStep = (typeof STEPS)[number];

/** Where somebody is in the wizard. All of it is in the URL, so that a reload and Back keep it. */
export interface WizardPlace {
	/** The site to set up; undefined before one is chosen. */
	site: string | undefined;
	/** Undefined on arrival: the site decides. */
	step: WizardStep | undefined;
	snippet: SnippetKind;
}

/** @param search the URL's query */
export const wizardPlaceOf = (search: string): WizardPlace => {
	const query = new URLSearchParams(search);
	return {
		site: query.get("site") ?? undefined,
		step: STEPS.find((step) => String(step) === query.get("step")),
		snippet: SNIPPET_KINDS.find((kind) => kind === query.get("snippet")) ?? "html",
	};
};

/** The path of a place, below the product's base. */
export const wizardPathOf = ({ site, step, snippet }: WizardPlace): string => {
	const query = new URLSearchParams({
		...(site !== undefined && { site }),
		...(step !== undefined && { step: String(step) }),
		...(snippet !== "html" && { snippet }),
	});
	return query.size === 0 ? "/welcome" : `/welcome?${query}`;
};
