/** A node as the recorder writes it down; the kinds are rrweb's. */
export interface RecordedNode {
	readonly id: number;
	readonly tagName?: string;
	readonly attributes?: Record<string, unknown>;
	textContent?: string;
	readonly childNodes?: readonly RecordedNode[];
}

/** The parts of an incremental event that are checked before it may leave. */
export interface RecordedChange {
	readonly source: number;
	readonly id?: number;
	readonly adds?: readonly { readonly node: RecordedNode }[];
	readonly texts?: readonly { readonly id: number; value: string | null }[];
	readonly attributes?: readonly {
		readonly id: number;
		readonly attributes: Record<string, unknown>;
	}[];
}

/** One event of a recording, as every player of rrweb's format takes it. */
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

/** The sources of incremental events that only visitors cause, by rrweb's numbers: pointer, scroll, input, touch, media, drag, selection. */
const OF_VISITORS: readonly number[] = [1, 2, 3, 5, 6, 7, 12, 14];

/** Whether somebody was there. */
export const isOfVisitor = (event: RecordedEvent): boolean =>
	event.type === 3 && OF_VISITORS.includes(event.data.source);
