import type { Reporter, TestModule } from "vitest/node";

/** The table is left out for fewer files. */
const LEAST_FILES = 40;
const SLOWEST_FILES = 20;

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} s`.padStart(7);

/** The durations of a file's tests and hooks, and of its imports. */
const timeOf = (module: TestModule) => {
	const { duration, collectDuration, setupDuration } = module.diagnostic();
	return duration + collectDuration + setupDuration;
};

/** Ends a long run with its time by project, and the slowest files. Files run in parallel: sums exceed the clock. */
export default class TimeTable implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]) {
		if (modules.length < LEAST_FILES) return;
		const projects = new Map<string, { files: number; time: number }>();
		for (const module of modules) {
			const before = projects.get(module.project.name) ?? { files: 0, time: 0 };
			const time = before.time + timeOf(module);
			projects.set(module.project.name, { files: before.files + 1, time });
		}
		const byProject = [...projects]
			.sort(([, one], [, other]) => other.time - one.time)
			.map(([name, { files, time }]) => `${seconds(time)}  ${name}, ${files} files`);
		const slowest = modules
			.toSorted((one, other) => timeOf(other) - timeOf(one))
			.slice(0, SLOWEST_FILES)
			.map((module) => `${seconds(timeOf(module))}  ${module.relativeModuleId}`);
		console.log(`\nTime of the files:\n${byProject.join("\n")}\n\n${slowest.join("\n")}`);
	}
}
