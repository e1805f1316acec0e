import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";

type Failure = { readonly message: string; readonly stack?: string };

/** Ends a run with what failed, each with its reason, and one line that scripts can read: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
	onTestRunEnd(
		modules: readonly TestModule[],
		unhandled: readonly Failure[],
		reason: TestRunEndReason,
	) {
		const count = { passed: 0, failed: 0, skipped: 0 };
		// Told once more at the very end: whoever keeps only the last lines of a log still learns what failed.
		const failures: string[] = [];
		const fail = (name: string, errors: readonly Failure[]) => {
			count.failed += 1;
			failures.push(`FAILED ${name}`, ...errors.map(reasonOf));
		};
		for (const error of unhandled) fail("outside of any test", [error]);
		for (const module of modules) {
			// A file that cannot be collected holds no tests, and must not pass for that.
			for (const error of module.errors()) fail(module.relativeModuleId, [error]);
			for (const test of module.children.allTests()) {
				const { state, errors } = test.result();
				if (state === "passed" || state === "skipped") count[state] += 1;
				else fail(`${module.relativeModuleId} > ${test.fullName}`, errors ?? []);
			}
		}
		if (reason !== "passed" && count.failed === 0) fail(`the run itself: ${reason}`, []);
		if (failures.length > 0) console.log(`\n${failures.join("\n")}`);
		const skipped = count.skipped === 0 ? "" : `, ${count.skipped} skipped`;
		console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
	}
}

/** A failure's message and the frames of it that are the product's own, bounded. */
function reasonOf({ message, stack = "" }: Failure) {
	const frames = stack
		.split("\n")
		.filter((line) => line.trim().startsWith("at ") && !line.includes("node_modules"));
	return [...message.split("\n").slice(0, 20), ...frames.slice(0, 4)]
		.map((line) => `  ${line.slice(0, 300)}`)
		.join("\n");
}
