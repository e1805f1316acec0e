import type { InputMask } from "./input-mask.ts";
import type { RecordedChange, RecordedEvent, RecordedNode } from "./recorded-event.ts";
import { isWithin } from "./within.ts";

const INPUT = 5;

/** Attributes whose text visitors see or hear. */
const TELLING = ["title", "alt", "label", "placeholder", "value", "aria-label", "aria-valuetext"];

const FIELDS: readonly unknown[] = ["input", "textarea", "select"];

const asterisks = (text: string) => text.replace(/\S/g, "*");

/**
 * Masks what the recorder misses in an event: text changes within shadow trees and frames, attributes of masked text,
 * sources of frames, and values of fields before they were emptied. Returns whether the event may be sent.
 */
export type Scrub = (event: RecordedEvent) => boolean;

/** `nodeOf` returns the page's node for an id in the recording; `maskedText` is a selector. */
export const createScrubber = (
	nodeOf: (id: number) => Node | null,
	maskedText: string,
	maskInput: InputMask,
): Scrub => {
	const scrubAttributes = (id: number, attributes: Record<string, unknown>) => {
		// The content of the frame is recorded separately, and masked.
		delete attributes["srcdoc"];
		const told = TELLING.filter((name) => typeof attributes[name] === "string");
		if (told.length === 0) return;
		const node = nodeOf(id);
		const isMasked = isWithin(node, maskedText);
		for (const name of told) {
			const text = attributes[name] as string;
			if (isMasked) attributes[name] = asterisks(text);
			else if (name === "value" && FIELDS.includes(node?.nodeName.toLowerCase()))
				attributes[name] = maskInput(text, node as HTMLElement);
		}
	};

	/** Texts in a snapshot are masked already, because the recorder visits them from the root. */
	const scrubNode = (recorded: RecordedNode, isSnapshot: boolean) => {
		const { id, attributes, childNodes = [], textContent } = recorded;
		if (attributes) scrubAttributes(id, attributes);
		if (textContent && !isSnapshot) {
			const text = nodeOf(id);
			if (text?.parentNode?.nodeName !== "STYLE" && isWithin(text, maskedText))
				recorded.textContent = asterisks(textContent);
		}
		for (const child of childNodes) {
			scrubNode(child, isSnapshot);
			if (recorded.tagName === "textarea" && child.textContent)
				child.textContent = maskInput(child.textContent, nodeOf(id) as HTMLElement);
		}
	};

	const scrubChange = ({ adds = [], texts = [], attributes = [] }: RecordedChange) => {
		for (const { node } of adds) scrubNode(node, false);
		for (const text of texts)
			if (text.value && isWithin(nodeOf(text.id), maskedText)) text.value = asterisks(text.value);
		for (const { id, attributes: changed } of attributes) scrubAttributes(id, changed);
	};

	return (event) => {
		if (event.type === 2) scrubNode(event.data.node, true);
		else if (event.type === 3) {
			scrubChange(event.data);
			return (
				// A field that is not in the recording is within a blocked element.
				(event.data.source !== INPUT || event.data.id !== -1) &&
				// A document that is only starting to load is sent again with its content, and players keep the first one
				// they get.
				(!event.data.isAttachIframe || !!event.data.adds?.[0]?.node.childNodes?.[0])
			);
		}
		return true;
	};
};
