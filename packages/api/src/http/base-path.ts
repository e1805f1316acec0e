import { withoutTrailing } from "@footfall/shared/text/without-trailing";
/** The path of the product's public URL, with slashes at both ends. */
export const basePathOf = (baseUrl: string | undefined): string =>
	baseUrl === undefined ? "/" : `${withoutTrailing(new URL(baseUrl).pathname, "/")}/`;

/** Adapts a page whose attributes have root-relative addresses to a product below a path. */
export const pageBelow = (basePath: string, html: string): string =>
	html.replaceAll(/="\/(?!\/)/g, () => `="${basePath}`);
