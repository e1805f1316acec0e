import { drop, type Filter, pass } from "./verdict.ts";

export const excludedPath: Filter = ({ pathname = "" }, { site }) =>
	site.excludesPath?.(pathname.toLowerCase()) ? drop("path") : pass;
