import { describe, type TestContext } from "vitest";
import { describeWithEngine } from "../require-engine.ts";
import { engines } from "./engines/engines.ts";
import { type Stage, setStage } from "./stage.ts";

declare module "vitest" {
	interface TaskMeta {
		/** Why an engine lacks the feature under test, as verified by the test. */
		absent?: string;
	}
}

/** Records in the matrix why this engine lacks the feature, once the test has found that out by trying. */
export const absent = ({ task }: TestContext, reason: string): void => {
	task.meta.absent = reason;
};

/** Runs the tests in each browser engine: the engines in parallel, the tests of one in sequence. */
export const inEveryEngine = (tests: (stage: Stage) => void): void => {
	describe("side by side", { concurrent: true }, () => {
		for (const engine of engines)
			describeWithEngine(engine.name, engine.missing(), () =>
				describe("visitors", { concurrent: false }, () => tests(setStage(engine))),
			);
	});
};
