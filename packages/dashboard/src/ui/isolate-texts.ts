import { type ComponentChildren, Fragment, h, options, type VNode } from "preact";
import { balanced, reorders } from "../i18n/isolated.ts";

/** These hold nothing but text, or are drawn without HTML. */
const PLAIN: ReadonlySet<unknown> = new Set([
	"bdi",
	"option",
	"textarea",
	"title",
	"text",
	"tspan",
]);

const isForeign = (child: ComponentChildren): child is string =>
	typeof child === "string" && reorders(child);

const inIsolation = (child: ComponentChildren): ComponentChildren =>
	isForeign(child) ? h("bdi", null, balanced(child)) : child;

/**
 * Isolates each text that could reorder the texts around it, such as a page title with a control of direction in it. It
 * covers every element of every page, so that no place can forget it. A text that is joined from several is one text
 * here: `isolated` is for its parts.
 */
export const isolateTexts = (): void => {
	const before = options.vnode;
	options.vnode = (node: VNode) => {
		before?.(node);
		const { type } = node;
		if ((typeof type !== "string" && type !== Fragment) || PLAIN.has(type)) return;
		const { props } = node;
		const { children } = props;
		if (isForeign(children)) props.children = inIsolation(children);
		else if (Array.isArray(children) && children.some(isForeign))
			props.children = children.map(inIsolation);
	};
};
