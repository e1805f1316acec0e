import type { SiteConfig } from "../config/site-config.ts";

type Saved = SiteConfig["clientIds"][number];
export type Product = Saved["product"];

/** The products whose clients present a secret of the site's servers. */
export const SECRET_OF: Readonly<Partial<Record<Product, "optional" | "required">>> = {
	google: "required",
	matomo: "optional",
	segment: "optional",
};

export const PRODUCTS: readonly Product[] = ["plausible", "umami", "google", "matomo", "segment"];

const LEAST_SECRET = 8;

/** An id as somebody typed it. */
export interface TypedId {
	product: Product;
	id: string;
	secret: string;
}

export type IdFault = "empty" | "noSecret" | "repeated";

/** A typed id as it is sent to be saved, or what is wrong with it; the API checks how the product writes its ids. */
export const clientIdFrom = (
	{ product, id, secret }: TypedId,
	there: readonly Saved[],
): (Saved & { secret?: string }) | IdFault => {
	const wanted = id.trim();
	const key = secret.trim();
	const needs = SECRET_OF[product];
	if (wanted === "") return "empty";
	if (there.some((one) => one.product === product && one.id === wanted)) return "repeated";
	if (needs === undefined || (needs === "optional" && key === ""))
		return { product, id: wanted, isSecretSet: false };
	return key.length < LEAST_SECRET
		? "noSecret"
		: { product, id: wanted, isSecretSet: true, secret: key };
};
