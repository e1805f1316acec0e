/** The two kinds of API key, by the auth library's `configId`. */
export const KEY_KIND = { personal: "default", organization: "organization" } as const;

/** The prefix of organization keys. */
export const ORGANIZATION_KEY_PREFIX = "rb_org_";
