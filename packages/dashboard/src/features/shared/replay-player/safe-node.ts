/** A node of a recording, as rrweb serializes it. Everything in it was sent by somebody's browser. */
export interface RecordedNode {
	type: number;
	id: number;
	tagName?: string;
	attributes?: Record<string, unknown>;
	childNodes?: RecordedNode[];
	textContent?: string;
	[more: string]: unknown;
}

/** rrweb's numbers for kinds of nodes. */
export const NODE = { document: 0, doctype: 1, element: 2, text: 3, cdata: 4, comment: 5 } as const;

/** Marks what cannot be seen as it was; the frame's styles draw it. */
export const MASKED = "data-replay-masked";
export const UNLOADED = "data-replay-unloaded";

/** A picture of one transparent pixel keeps the place of one that is not loaded. */
export const NO_IMAGE =
	"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Deeper trees overflow the stack of who builds them; those of real pages are some dozens deep. */
const MOST_DEPTH = 400;

/** These have an address that is loaded, sent to, or followed. */
const ADDRESSES = new Set([
	"action",
	"archive",
	"background",
	"classid",
	"codebase",
	"data",
	"formaction",
	"href",
	"icon",
	"imagesizes",
	"imagesrcset",
	"longdesc",
	"manifest",
	"ping",
	"poster",
	"profile",
	"rr_src",
	"src",
	"srcset",
	"usemap",
	"xlink:href",
]);

/** These run, navigate, connect, widen what a frame may do, or take the focus. */
const FORBIDDEN = new Set([
	"allow",
	"allowfullscreen",
	"attributionsrc",
	"autofocus",
	"autoplay",
	"content",
	"csp",
	"http-equiv",
	"is",
	"nonce",
	"popover",
	"sandbox",
	"srcdoc",
]);

const isEmbeddedImage = (value: unknown): value is string =>
	typeof value === "string" && /^data:(image|font)\//i.test(value);

const isFragment = (value: unknown): value is string =>
	typeof value === "string" && value.startsWith("#");

/**
 * An attribute that neither runs nor loads anything; undefined for one that has to go.
 * @param tag in small letters; empty where it is not known
 */
export const safeAttribute = (tag: string, name: string, value: unknown): unknown => {
	const plain = name.toLowerCase();
	if (plain.startsWith("on") || FORBIDDEN.has(plain)) return undefined;
	// What a link loads is told by it; styles that were recorded with a link have become a style element.
	if (plain === "rel" && tag !== "a") return undefined;
	if (plain === "rr_dataurl") return isEmbeddedImage(value) ? value : undefined;
	if (!ADDRESSES.has(plain)) return value;
	// Letters of links look like links only where there is an address.
	if (isFragment(value)) return value;
	if (plain === "href" && (tag === "a" || tag === "area" || tag === ""))
		return value === null ? null : "#";
	if ((plain === "src" || plain === "poster") && isEmbeddedImage(value)) return value;
	if ((plain === "href" || plain === "xlink:href") && isEmbeddedImage(value)) return value;
	if (plain === "src" && (tag === "img" || tag === "")) return value === null ? null : NO_IMAGE;
	return undefined;
};

/** Attributes without those that run or load; pictures that are not loaded are marked. */
export const safeAttributes = (
	tag: string,
	attributes: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
	const safe: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(attributes)) {
		const kept = safeAttribute(tag, name, value);
		if (kept !== undefined) safe[name] = kept;
		if (kept === NO_IMAGE && value !== NO_IMAGE) safe[UNLOADED] = "";
	}
	return safe;
};

/** The recorder writes an asterisk for each letter that it masks. */
export const isMasked = (text: unknown): boolean =>
	typeof text === "string" && /\*/.test(text) && /^[*\s]+$/.test(text);

const tagOf = ({ tagName }: RecordedNode) =>
	typeof tagName === "string" ? tagName.toLowerCase() : "";

const isNode = (value: unknown): value is RecordedNode =>
	typeof value === "object" && value !== null && typeof (value as RecordedNode).type === "number";

/** Makes a tree of a recording safe in place, and marks what is masked in it. */
export const makeNodeSafe = (root: unknown): void => {
	if (!isNode(root)) return;
	const open: [node: RecordedNode, depth: number][] = [[root, 0]];
	for (let next = open.pop(); next; next = open.pop()) {
		const [node, depth] = next;
		if (node.type === NODE.element) {
			node.tagName = typeof node.tagName === "string" ? node.tagName : "div";
			node.attributes = safeAttributes(tagOf(node), node.attributes ?? {});
		}
		if (node.type === NODE.document || node.type === NODE.element) {
			const children = Array.isArray(node.childNodes) && depth < MOST_DEPTH ? node.childNodes : [];
			node.childNodes = children.filter(isNode);
			if (node.attributes && node.childNodes.some((child) => isMasked(child.textContent)))
				node.attributes[MASKED] = "";
			for (const child of node.childNodes) open.push([child, depth + 1]);
		}
	}
};
