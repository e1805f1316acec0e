/** Whether a selector matches the node or an ancestor, also across shadow trees and frames, where `closest` ends. */
export const isWithin = (node: Node | null | undefined, selector: string): boolean => {
	if (!node) return false;
	const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
	if (element?.closest(selector)) return true;
	const root: Node & { host?: Element; defaultView?: Window | null } = node.getRootNode();
	return isWithin(root.host ?? root.defaultView?.frameElement, selector);
};
