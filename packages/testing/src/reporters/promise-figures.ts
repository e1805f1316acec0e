import type { TestContext } from "vitest";

/** A test's measurement of a promise. */
export interface PromiseFigure {
	/** Its number in docs/internals/promises.md, such as `P1`. */
	promise: string;
	figure: string;
}

declare module "vitest" {
	interface TaskMeta {
		promiseFigures?: PromiseFigure[];
	}
}

/** Adds a line to the table at the end of the run. */
export const report = ({ task }: TestContext, promise: string, figure: string): void => {
	task.meta.promiseFigures ??= [];
	task.meta.promiseFigures.push({ promise, figure });
};
