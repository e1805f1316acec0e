import { describe, type TestContext } from "vitest";
import { describeWithEngine } from "../require-engine.ts";
import { engines } from "./engines/engines.ts";
import { type Stage, setStage } from "./stage.ts";

declare module "vitest" {
	interface TaskMeta {
		/** Why an engine has no such thing as its test is about; the test has made sure of it. */
		absent?: string;
	}
}

/** Says in the matrix why this engine has no such thing, once the test has found that out by trying. */
export const absent = ({ task }: TestContext, reason: string): void => {
	task.meta.absent = reason;
};

/** Runs the tests in each browser engine: the engines beside each other, the tests of one after the other. */
export const inEveryEngine = (tests: (stage: Stage) => void): void => {
	describe("side by side", { concurrent: true }, () => {
		for (const engine of engines)
			describeWithEngine(engine.name, engine.missing(), () =>
				describe("visitors", { concurrent: false }, () => tests(setStage(engine))),
			);
	});
};
