import { drop, type Exclusion, pass } from "./verdict.ts";

export const excludedPath: Exclusion = ({ pathname = "" }, { site }) =>
	site.excludesPath?.(pathname.toLowerCase()) ? drop("path") : pass;
