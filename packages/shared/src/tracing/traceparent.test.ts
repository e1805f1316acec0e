import { describe, expect, it } from "vitest";
import { parseTraceparent } from "./traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

describe("a traceparent", () => {
	it.each([
		["01", true],
		["00", false],
		["03", true],
		["02", false],
	])("with the flags %s is sampled: %s", (flags, isSampled) =>
		expect(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)).toEqual({
			trace: TRACE,
			span: SPAN,
			isSampled,
		}),
	);

	it.each([
		"",
		`ff-${TRACE}-${SPAN}-01`,
		`00-${"0".repeat(32)}-${SPAN}-01`,
		`00-${TRACE}-${"0".repeat(16)}-01`,
		`00-${TRACE}-${SPAN}-01x`,
		`00-${TRACE.toUpperCase()}-${SPAN}-01`,
	])("is not read from %o", (header) => expect(parseTraceparent(header)).toBeUndefined());
});
