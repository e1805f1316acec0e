import type { words as listWords } from "../../i18n/en/lists.ts";
import { type ListedDimension, URL_PARAMETER } from "./dimensions.ts";

/** The name of a dimension's table. */
export const tabName = (
	{ id }: ListedDimension,
	{ tabs, parameterTab }: typeof listWords,
): string => {
	if (Object.hasOwn(tabs, id)) return tabs[id as keyof typeof tabs];
	return id.startsWith(URL_PARAMETER) ? `${parameterTab} ${id.slice(URL_PARAMETER.length)}` : id;
};
