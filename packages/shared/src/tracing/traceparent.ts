/** Where a trace is continued: the parts of a W3C `traceparent`. */
export interface TraceParent {
	/** 32 hexadecimal digits. */
	trace: string;
	/** 16 hexadecimal digits. */
	span: string;
	isSampled: boolean;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header: version, trace id, parent id, flags. */
const TRACEPARENT =
	/^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** The parts of a `traceparent`; `undefined` for one that is not valid. */
export const parseTraceparent = (header: string): TraceParent | undefined => {
	const [, trace, span, flags] = TRACEPARENT.exec(header) ?? [];
	if (trace === undefined || span === undefined || flags === undefined) return undefined;
	return { trace, span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
};
