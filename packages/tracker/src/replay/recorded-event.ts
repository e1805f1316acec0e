/** A recorded node; types are rrweb's. */
export interface RecordedNode {
	readonly id: number;
	readonly tagName?: string;
	readonly attributes?: Record<string, unknown>;
	textContent?: string;
	readonly childNodes?: readonly RecordedNode[];
}

/** The parts of an incremental event that are checked before it is sent. */
export interface RecordedChange {
	readonly source: number;
	readonly id?: number;
	readonly adds?: readonly { readonly node: RecordedNode }[];
	/** Only the document of a frame is added. */
	readonly isAttachIframe?: boolean;
	readonly texts?: readonly { readonly id: number; value: string | null }[];
	readonly attributes?: readonly {
		readonly id: number;
		readonly attributes: Record<string, unknown>;
	}[];
}

/** One event of a recording in rrweb's format. */
export type RecordedEvent = { readonly timestamp: number } & (
	| { readonly type: 2; readonly data: { readonly node: RecordedNode } }
	| { readonly type: 3; readonly data: RecordedChange }
	| { readonly type: 4; readonly data: { href: string } }
	| {
			readonly type: 5;
			readonly data: { readonly tag: string; readonly payload: Readonly<Record<string, unknown>> };
	  }
	| { readonly type: 0 | 1 | 6; readonly data: object }
);

/**
 * Sources of incremental events that only visitors cause, by rrweb's numbers: pointer, scroll, input, touch, media,
 * drag, selection.
 */
const OF_VISITORS: readonly number[] = [1, 2, 3, 5, 6, 7, 12, 14];

/** Whether a visitor caused the event. */
export const isOfVisitor = (event: RecordedEvent): boolean =>
	event.type === 3 && OF_VISITORS.includes(event.data.source);
