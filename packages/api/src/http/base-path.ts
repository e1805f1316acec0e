import { withoutTrailing } from "@footfall/shared/text/without-trailing";
/** The path of the address at which people reach the product, with slashes at both ends. */
export const basePathOf = (baseUrl: string | undefined): string =>
	baseUrl === undefined ? "/" : `${withoutTrailing(new URL(baseUrl).pathname, "/")}/`;

/** A page whose addresses in attributes begin at the root of the product, for a product below a path. */
export const pageBelow = (basePath: string, html: string): string =>
	html.replaceAll(/="\/(?!\/)/g, () => `="${basePath}`);
