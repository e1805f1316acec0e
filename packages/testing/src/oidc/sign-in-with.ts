import { createTestBrowser } from "./test-provider.ts";

export interface Browsing {
	/** A new one by default. */
	browser?: ReturnType<typeof createTestBrowser> | undefined;
	/** What page it comes from (`Sec-Fetch-Site`). */
	from?: string;
	/** The token with which the person who is signed in links their account. */
	linking?: string;
}

/** Signs in whom the provider presents; ends at the list of sites, or on the page that says why not. */
export const signInWith = async (
	{ origin, id }: { origin: string; id: string },
	{ browser = createTestBrowser(), from, linking }: Browsing = {},
) => {
	const begin = `${origin}/api/sign-in/oidc/${id}?to=%2Fsites${linking === undefined ? "" : `&linking=${linking}`}`;
	const first = await browser.visit(begin, from === undefined ? {} : { "sec-fetch-site": from });
	const next = new URL(first.headers.get("location") ?? "", begin);
	const end = new URL(await browser.follow(next.href, /\/(login|sites)(\?|$)/));
	return {
		page: end.pathname,
		refused: end.searchParams.get("refused"),
		browser,
		headers: browser.cookies(origin),
	};
};
