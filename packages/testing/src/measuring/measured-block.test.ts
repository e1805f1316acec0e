import { describe, expect, it } from "vitest";
import { faultsOfMeasuredBlocks, measuredBenches, withMeasurement } from "./measured-block.ts";

const measurement = {
	bench: "starts",
	output: "| new |\n\n",
	commit: "38b7fc8a",
	isChanged: false,
	date: "2026-11-26",
	machine: "AMD EPYC, 2 cores, 24 GB, Node 20.20.0",
	before: { load: 0.42, referenceMs: 211.4 },
	after: { load: 2, referenceMs: 230 },
} as const;

const page = `# Performance

<!-- measured: starts -->
| old |
<!-- /measured -->

Between.

<!-- measured: exports -->
| other |
<!-- /measured -->

After.
`;

describe("a measured block", () => {
	it("is replaced by the bench's output with its commit, date and machine", () =>
		expect(withMeasurement(page, measurement)).toBe(`# Performance

<!-- measured: starts -->
| new |

\`npm run bench:starts\` at \`38b7fc8a\`, 2026-11-26;
AMD EPYC, 2 cores, 24 GB, Node 20.20.0; load 0.4 before and 2.0 after,
reference work in ms 211 before and 230 after.
<!-- /measured -->

Between.

<!-- measured: exports -->
| other |
<!-- /measured -->

After.
`));

	it("reports when files differed from the commit", () =>
		expect(withMeasurement(page, { ...measurement, isChanged: true })).toContain(
			"at `38b7fc8a` + changes, 2026-11-26;",
		));

	it("stays the same when the same values are measured again", () => {
		const once = withMeasurement(page, measurement);
		expect(withMeasurement(once, measurement)).toBe(once);
	});

	it("keeps dollar signs in the output", () =>
		expect(withMeasurement(page, { ...measurement, output: "$& $1" })).toContain(
			"<!-- measured: starts -->\n$& $1\n\n",
		));

	it("throws when the page has no mark for the benchmark", () =>
		expect(() => withMeasurement(page, { ...measurement, bench: "loader" })).toThrow(
			"The page has no line <!-- measured: loader -->",
		));

	it("throws when its end mark is missing, even if another block follows", () =>
		expect(() => withMeasurement(page.replace("<!-- /measured -->", ""), measurement)).toThrow(
			"<!-- measured: starts --> is not followed by a line <!-- /measured -->",
		));
});

it("lists the benchmarks of a page in its order", () =>
	expect(measuredBenches(page)).toEqual(["starts", "exports"]));

describe("a check of measured blocks", () => {
	const benches = new Set(["starts", "exports"]);
	const measured = ["starts", "exports"].reduce(
		(text, bench) => withMeasurement(text, { ...measurement, bench }),
		page,
	);

	it("passes when each block names a benchmark and has a commit", () =>
		expect(faultsOfMeasuredBlocks(measured, benches)).toEqual([]));

	it("reports a block whose benchmark does not exist", () =>
		expect(faultsOfMeasuredBlocks(measured, new Set(["starts"]))).toEqual([
			"<!-- measured: exports -->: there is no npm script bench:exports",
		]));

	it("reports a block without a commit", () =>
		expect(faultsOfMeasuredBlocks(withMeasurement(page, measurement), benches)).toEqual([
			"<!-- measured: exports -->: no commit is given",
		]));

	it("reports a block without an end", () =>
		expect(faultsOfMeasuredBlocks("<!-- measured: starts -->\n| old |\n", benches)).toEqual([
			"<!-- measured: starts --> is not followed by a line <!-- /measured -->",
		]));
});
