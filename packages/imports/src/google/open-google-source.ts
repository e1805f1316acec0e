import { ANALYTICS_SCOPE, analyticsProperty, openAnalytics } from "./analytics.ts";
import type { GoogleWait } from "./google-answer.ts";
import { createGoogleApi, GOOGLE_ADDRESSES, type GoogleAddresses } from "./google-api.ts";
import { GoogleFault } from "./google-fault.ts";
import { type DayRange, type GoogleSource, isDay } from "./google-source.ts";
import { openSearchConsole, SEARCH_SCOPE, searchProperty } from "./search-console.ts";
import { readServiceAccount } from "./service-account.ts";

/** Google's services that imports read, as platforms of imports. */
export const GOOGLE_PLATFORMS = ["ga4", "search_console"] as const;
export type GooglePlatform = (typeof GOOGLE_PLATFORMS)[number];

export interface GoogleRequest extends Partial<DayRange> {
	platform: GooglePlatform;
	property: string;
	/** The text of a service account's key file; used, and kept nowhere. */
	key: string;
}

export interface GoogleSurroundings {
	addresses?: Partial<GoogleAddresses>;
	signal?: AbortSignal;
	clock?: () => number;
	/** Resolves to false once the signal is aborted. */
	pause(ms: number): Promise<boolean>;
	jitter?: () => number;
	onWait?(wait: GoogleWait): Promise<void> | void;
}

const checkDays = ({ from, to }: Partial<DayRange>): void => {
	const wrong = [from, to].find((day) => day !== undefined && !isDay(day));
	if (wrong !== undefined)
		throw new GoogleFault(
			"request",
			`"${wrong.slice(0, 30)}" is not a day: give it in the form 2026-01-31.`,
		);
	if (from !== undefined && to !== undefined && from > to)
		throw new GoogleFault(
			"request",
			`The first day, ${from}, is after the last, ${to}: exchange them.`,
		);
};

/** The name of a property in one form. @throws GoogleFault for another form */
export const propertyOf = (platform: GooglePlatform, text: string): string =>
	platform === "ga4" ? analyticsProperty(text) : searchProperty(text);

/** Opens a property with a service account's key. @throws GoogleFault */
export const openGoogleSource = async (
	{ platform, property: name, key, ...days }: GoogleRequest,
	{ addresses: given, clock = Date.now, ...surroundings }: GoogleSurroundings,
): Promise<GoogleSource> => {
	const addresses = { ...GOOGLE_ADDRESSES, ...given };
	const property = propertyOf(platform, name);
	checkDays(days);
	const account = readServiceAccount(key);
	const { email } = account;
	const api = createGoogleApi({
		...surroundings,
		account,
		clock,
		tokenAddress: addresses.token,
		scope: platform === "ga4" ? ANALYTICS_SCOPE : SEARCH_SCOPE,
	});
	return platform === "ga4"
		? openAnalytics({ api, property, email, address: addresses.analytics }, days, clock())
		: openSearchConsole({ api, property, email, address: addresses.searchConsole }, days, clock());
};
