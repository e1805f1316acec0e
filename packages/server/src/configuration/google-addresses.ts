import type { GoogleAddresses } from "@footfall/imports";
import { z } from "zod";

const address = z.url({
	protocol: /^https?$/,
	error: "must be an address like https://proxy.internal",
});

/** Other addresses than Google's own for imports, such as those of a proxy. A key file cannot name one. */
export const googleEnvironment = {
	GOOGLE_TOKEN_URL: address.optional(),
	GA4_API_URL: address.optional(),
	SEARCH_CONSOLE_API_URL: address.optional(),
};

const withoutSlash = (text: string) => text.replace(/\/$/, "");

/** The addresses that the operator has set. */
export const googleAddressesOf = (
	values: z.infer<z.ZodObject<typeof googleEnvironment>>,
): Partial<GoogleAddresses> => ({
	...(values.GOOGLE_TOKEN_URL && { token: values.GOOGLE_TOKEN_URL }),
	...(values.GA4_API_URL && { analytics: withoutSlash(values.GA4_API_URL) }),
	...(values.SEARCH_CONSOLE_API_URL && {
		searchConsole: withoutSlash(values.SEARCH_CONSOLE_API_URL),
	}),
});
