import type { Reporter, TestModule } from "vitest/node";
import "./promise-figures.ts";

/** Ends a run with a table of its tests' measurements of the promises. */
export default class PromiseTable implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]) {
		const lines: string[] = [];
		for (const module of modules)
			for (const test of module.children.allTests())
				for (const { promise, figure } of test.meta().promiseFigures ?? []) {
					const outcome = test.result().state === "passed" ? "kept" : "BROKEN";
					lines.push(`${promise.padEnd(4)} ${outcome.padEnd(6)} ${figure}`);
				}
		if (lines.length > 0) console.log(`\n${lines.sort().join("\n")}`);
	}
}
