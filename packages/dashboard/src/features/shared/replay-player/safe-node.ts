/** A node of a recording, as rrweb serializes it. All of its content comes from a visitor's browser. */
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

/** Marks content that cannot be shown as it was; the frame's styles draw it. */
export const MASKED = "data-replay-masked";
export const UNLOADED = "data-replay-unloaded";

/** A transparent pixel keeps the place of an image that is not loaded. */
export const NO_IMAGE =
	"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Deeper trees overflow the stack while the document is built; real pages are some dozens of levels deep. */
const MOST_DEPTH = 400;

/** Attributes with a URL that is loaded, sent to, or followed. */
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

/** Attributes that run, navigate, connect, loosen a frame's restrictions, or take the focus. */
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
 * An attribute that neither runs nor loads anything; undefined for one that must be removed.
 * @param tag in lower case; empty if unknown
 */
export const safeAttribute = (tag: string, name: string, value: unknown): unknown => {
	const plain = name.toLowerCase();
	if (plain.startsWith("on") || FORBIDDEN.has(plain)) return undefined;
	// The rel of a link decides what it loads; recorded style sheets have become style elements.
	if (plain === "rel" && tag !== "a") return undefined;
	if (plain === "rr_dataurl") return isEmbeddedImage(value) ? value : undefined;
	if (!ADDRESSES.has(plain)) return value;
	// Links are only styled as links if they have a URL.
	if (isFragment(value)) return value;
	if (plain === "href" && (tag === "a" || tag === "area" || tag === ""))
		return value === null ? null : "#";
	if ((plain === "src" || plain === "poster") && isEmbeddedImage(value)) return value;
	if ((plain === "href" || plain === "xlink:href") && isEmbeddedImage(value)) return value;
	if (plain === "src" && (tag === "img" || tag === "")) return value === null ? null : NO_IMAGE;
	return undefined;
};

/** Attributes without those that run or load; images that are not loaded are marked. */
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

/** The recorder replaces each masked character with an asterisk. */
export const isMasked = (text: unknown): boolean =>
	typeof text === "string" && /\*/.test(text) && /^[*\s]+$/.test(text);

const tagOf = ({ tagName }: RecordedNode) =>
	typeof tagName === "string" ? tagName.toLowerCase() : "";

const isNode = (value: unknown): value is RecordedNode =>
	typeof value === "object" && value !== null && typeof (value as RecordedNode).type === "number";

/** Sanitizes a tree of a recording in place, and marks its masked content. */
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
