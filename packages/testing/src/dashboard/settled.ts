import { eventually } from "../eventually.ts";

/** Whether the page has its head, and no visible part is loading or still shows an earlier result. */
const IS_WHOLE = `(() => {
	const inSight = (selector) =>
		[...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0);
	return inSight("h1") && !inSight("[aria-busy=true]") && !inSight("[role=status][aria-label=Loading]");
})()`;

/** Resolves once the page of a tab, of whichever browser, is complete. */
export const settled = async (tab: { evaluate(code: string): Promise<unknown> }): Promise<void> => {
	// A page that is just being left cannot answer.
	await eventually(() => tab.evaluate(IS_WHOLE).catch(() => false), Boolean);
};
