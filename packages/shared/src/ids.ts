/** Numbers or strings that must never be swapped for each other carry a brand. */
declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The numeric site id: `siteId` in paths and rows. */
export type SiteNumber = Branded<number, "SiteNumber">;
/** The opaque site identifier: 12 lower-case hex characters, `id` of a site. */
export type SiteKey = Branded<string, "SiteKey">;

const SITE_KEY = /^[0-9a-f]{12}$/;
const SITE_NUMBER = /^[1-9][0-9]{0,8}$/;

export const isSiteKey = (text: string): text is SiteKey => SITE_KEY.test(text);

/** Parses decimal text as a site number; `undefined` if it is not a positive integer that fits 32 bits. */
export const siteNumberOf = (text: string): SiteNumber | undefined =>
	SITE_NUMBER.test(text) ? (Number(text) as SiteNumber) : undefined;
