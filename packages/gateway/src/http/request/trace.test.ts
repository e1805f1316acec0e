import { describe, expect, it } from "vitest";
import { traceOf } from "./trace.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("a traceparent", () => {
	it.each([
		[`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
		[`01-${TRACE}-00f067aa0ba902b7-01-more`, TRACE],
		[`ff-${TRACE}-00f067aa0ba902b7-01`, undefined],
		[`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
		[`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
		[`00-${TRACE}-${"0".repeat(16)}-01`, undefined],
		[`00-${TRACE}-00f067aa0ba902b7`, undefined],
		["", undefined],
		[undefined, undefined],
	])("%j contains the trace %j", (header, trace) => expect(traceOf(header)).toBe(trace));
});
