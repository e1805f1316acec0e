import { useSiteView } from "../../../layout/site-view.ts";

/** In which amounts are shown; null on a site without money, which nothing about it is offered on. */
const currencyOf = (site: { id: string; currency?: string | null }): string | null =>
	site.currency ?? null;

export const useCurrency = (): string | null => currencyOf(useSiteView().site);
