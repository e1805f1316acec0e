import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { engineNames } from "../browser/engines/engine-names.ts";

type Mark = "✓" | "✗" | "–" | "?";

interface Row {
	situation: string;
	marks: Map<string, Mark>;
	/** The reasons why engines lack a feature, with the engines. */
	reasons: Map<string, string[]>;
}

const names: readonly string[] = engineNames;

const suitesOf = (test: TestCase): string[] => {
	const suites: string[] = [];
	for (
		let parent: TestSuite | TestModule = test.parent;
		parent.type === "suite";
		parent = parent.parent
	)
		suites.unshift(parent.name);
	return suites;
};

const markOf = (test: TestCase): Mark => {
	const { state } = test.result();
	if (state === "failed") return "✗";
	if (state !== "passed") return "?";
	return test.meta().absent === undefined ? "✓" : "–";
};

/** Ends a run of browser tests with a table: a row for each situation, a column for each engine. */
export default class EngineMatrix implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]) {
		const rows = new Map<string, Row>();
		for (const module of modules)
			for (const test of module.children.allTests()) {
				const [, inEngine = "", , ...about] = suitesOf(test);
				// A missing engine has the reason behind its name.
				const engine = names.find((name) => inEngine.startsWith(name));
				if (engine === undefined) continue;
				const situation = [...about, test.name].join(" ");
				const row = rows.get(situation) ?? { situation, marks: new Map(), reasons: new Map() };
				rows.set(situation, row);
				row.marks.set(engine, markOf(test));
				const { absent } = test.meta();
				if (absent) row.reasons.set(absent, [...(row.reasons.get(absent) ?? []), engine]);
			}
		if (rows.size === 0) return;
		console.log(`\n${names.join("  ")}   ✓ holds  ✗ fails  – no such thing there  ? not run`);
		for (const { situation, marks, reasons } of rows.values()) {
			const cells = names.map((name) => (marks.get(name) ?? "?").padEnd(name.length));
			console.log(`${cells.join("  ")}   ${situation}`);
			for (const [reason, where] of reasons)
				console.log(`${" ".repeat(cells.join("  ").length)}     – ${where.join(", ")}: ${reason}`);
		}
	}
}
