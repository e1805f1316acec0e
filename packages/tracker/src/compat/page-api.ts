import type { Footfall } from "../tag/script-api.ts";

type Page = Record<string, Footfall | undefined>;

/** The API that the tracker before it in the same script has published. */
export const pageApi = (window as unknown as Page)[
	document.currentScript?.dataset["namespace"] || "footfall"
] as Footfall;
