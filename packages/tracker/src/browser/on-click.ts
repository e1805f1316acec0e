import { listen } from "./listen.ts";

/** What may lie under a click: elements, but also their document, its window and shadow roots, which have none of their members. */
export type Clicked = Partial<HTMLAnchorElement>;

/**
 * Calls back for each activation by mouse, finger or keyboard with what is under it, innermost first, also inside open
 * shadow trees. A middle click opens a tab but is an `auxclick`, which the right button causes too.
 */
export const onClick = (clicked: (path: Clicked[]) => void): void =>
	listen<MouseEvent>("click auxclick", (click) => {
		if (click.button < 2) clicked(click.composedPath() as Clicked[]);
	});

/** A link in a drawing says where it leads in its own way; it is read as the page's links are. */
const asLink = (node: Clicked): Clicked => {
	const { href, target, textContent } = node as unknown as Partial<SVGAElement>;
	return href?.baseVal && node.localName === "a"
		? Object.assign(document.createElement("a"), {
				href: href.baseVal,
				target: target?.baseVal,
				textContent,
			})
		: node;
};

/** As `onClick`, for links. */
export const onLinkClick = (clicked: (path: Clicked[]) => void): void =>
	onClick((path) => clicked(path.map(asLink)));
