import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";
import { skipReasonOf } from "../require-engine.ts";

type Failure = { readonly message: string; readonly stack?: string };

/**
 * Ends a run with what was skipped for lack of an engine, failed, or passed only on a retry, each with its reason,
 * and one line for scripts: `N passed, N failed, N skipped, N flaky`, the latter two only if there are any.
 */
export default class ClosingLine implements Reporter {
	onTestRunEnd(
		modules: readonly TestModule[],
		unhandled: readonly Failure[],
		reason: TestRunEndReason,
	) {
		const count = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
		// Repeated at the very end, so that the last lines of a log suffice to see what failed.
		const failures: string[] = [];
		const leftOut = new Map<string, number>();
		const tell = (what: string, name: string, errors: readonly Failure[]) =>
			failures.push(`${what} ${name}`, ...errors.map(reasonOf));
		const fail = (name: string, errors: readonly Failure[]) => {
			count.failed += 1;
			tell("FAILED", name, errors);
		};
		for (const error of unhandled) fail("outside of any test", [error]);
		for (const module of modules) {
			// A file that cannot be collected has no tests, and must not count as passed.
			for (const error of module.errors()) fail(module.relativeModuleId, [error]);
			for (const suite of module.children.allSuites()) {
				for (const error of suite.errors())
					fail(`${module.relativeModuleId} > ${suite.fullName}`, [error]);
				const why = skipReasonOf(suite.name);
				const many = why === undefined ? 0 : [...suite.children.allTests()].length;
				if (why !== undefined) leftOut.set(why, (leftOut.get(why) ?? 0) + many);
			}
			for (const test of module.children.allTests()) {
				const { state, errors } = test.result();
				const name = `${module.relativeModuleId} > ${test.fullName}`;
				if (state === "passed" || state === "skipped") count[state] += 1;
				else fail(name, errors ?? []);
				if (test.diagnostic()?.flaky) {
					count.flaky += 1;
					tell("FLAKY", name, errors ?? []);
				}
			}
		}
		if (reason !== "passed" && count.failed === 0) fail(`the run itself: ${reason}`, []);
		if (leftOut.size > 0) {
			const lines = [...leftOut].map(([why, many]) => `  ${many} tests: ${why}`);
			console.log(`\nLeft out on this machine:\n${lines.sort().join("\n")}`);
		}
		if (failures.length > 0) console.log(`\n${failures.join("\n")}`);
		const further = (["skipped", "flaky"] as const)
			.filter((what) => count[what] > 0)
			.map((what) => `, ${count[what]} ${what}`);
		console.log(`\n${count.passed} passed, ${count.failed} failed${further.join("")}`);
	}
}

/** A failure's message and its stack frames in our own code, truncated. */
function reasonOf({ message, stack = "" }: Failure) {
	const frames = stack
		.split("\n")
		.filter((line) => line.trim().startsWith("at ") && !line.includes("node_modules"));
	return [...message.split("\n").slice(0, 20), ...frames.slice(0, 4)]
		.map((line) => `  ${line.slice(0, 300)}`)
		.join("\n");
}
