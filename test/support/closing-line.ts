import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";

/** Ends a run with one line that scripts can read: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
	onTestRunEnd(
		modules: readonly TestModule[],
		unhandled: readonly unknown[],
		reason: TestRunEndReason,
	) {
		const count = { passed: 0, failed: unhandled.length, skipped: 0 };
		for (const module of modules) {
			// A file that cannot be collected holds no tests, and must not pass for that.
			count.failed += module.errors().length;
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				count[state === "pending" ? "failed" : state] += 1;
			}
		}
		if (reason !== "passed" && count.failed === 0) count.failed = 1;
		const skipped = count.skipped === 0 ? "" : `, ${count.skipped} skipped`;
		console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
	}
}
