/** The two kinds of API key, by the auth library's `configId`. */
export const KEY_KIND = { personal: "default", organization: "organization" } as const;

/** What an organization's keys begin with. */
export const ORGANIZATION_KEY_PREFIX = "rb_org_";
