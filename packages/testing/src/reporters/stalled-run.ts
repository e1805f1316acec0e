import type { Reporter, TestCase, TestModule } from "vitest/node";
import { killTree } from "../browser/engines/kill-tree.ts";
import { descendantsOf, stateOf } from "../product/process-tree.ts";

/** Longer than any test may take. Vitest ends no worker whose thread is blocked, and no import. */
const STALLED_MS = 20 * 60_000;
const LOOK_MS = 30_000;

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`;

/** Ends a run in which no test ends any more, and says what was running: a run that is ended from outside cannot. */
export default class StalledRun implements Reporter {
	#files = new Map<string, { name: string; since: number; tests: Map<string, string> }>();
	#endedAt = performance.now();
	#look: NodeJS.Timeout | undefined;

	onTestRunStart() {
		this.#endedAt = performance.now();
		// Tests that repeat their faults for hours end when they end.
		if (process.env["FOOTFALL_ROUNDS"] !== undefined) return;
		this.#look = setInterval(() => {
			if (performance.now() - this.#endedAt > STALLED_MS) this.#end();
		}, LOOK_MS).unref();
	}

	onTestModuleQueued({ id, relativeModuleId: name }: TestModule) {
		this.#files.set(id, { name, since: performance.now(), tests: new Map() });
	}

	onTestCaseReady({ id, fullName, module }: TestCase) {
		this.#files.get(module.id)?.tests.set(id, fullName);
	}

	onTestCaseResult({ id, module }: TestCase) {
		this.#endedAt = performance.now();
		this.#files.get(module.id)?.tests.delete(id);
	}

	onTestModuleEnd({ id }: TestModule) {
		this.#files.delete(id);
	}

	onTestRunEnd() {
		clearInterval(this.#look);
	}

	#end() {
		const running = [...this.#files.values()].map(
			({ name, since, tests }) =>
				`  ${name} > ${[...tests.values()].join(", ") || "no test"}, for ${seconds(since)}`,
		);
		const processes = descendantsOf(process.pid).map((pid) => `  ${stateOf(pid)}`);
		console.log(
			`\nNo test ended for ${seconds(this.#endedAt)}. Still running:\n${running.join("\n")}`,
		);
		console.log(`Processes, with their states:\n${processes.join("\n")}`);
		killTree(process.pid, false);
		console.log(`\n0 passed, ${Math.max(1, running.length)} failed`);
		process.exit(1);
	}
}
