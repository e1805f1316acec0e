import { quietly } from "../guard/attempt.ts";
import { listen } from "./listen.ts";

/** The nodes under a click: elements, but also document, window and shadow roots, which lack the members of elements. */
export type Clicked = Partial<HTMLAnchorElement>;

/**
 * Calls back for each activation by mouse, finger or keyboard with the nodes under it, innermost first, also in open
 * shadow trees. A middle click opens a tab but is an `auxclick`, like a right click.
 */
export const onClick = (clicked: (path: Clicked[]) => void): void =>
	listen<MouseEvent>("click auxclick", (click) => {
		if (click.button < 2) clicked(click.composedPath() as Clicked[]);
	});

/** Like `onClick`, for links, with their address. In SVG links it is an object. */
export const onLinkClick = (clicked: (to: URL, link: HTMLAnchorElement) => void): void =>
	onClick((path) => {
		const link = path.find(({ localName, href }) => /^a(rea)?$/.test(localName as string) && href);
		const to = quietly(() => {
			const { href } = link as HTMLAnchorElement & { href: { baseVal?: string } };
			return new URL(href.baseVal ?? href, document.baseURI);
		});
		if (to) clicked(to, link as HTMLAnchorElement);
	});
