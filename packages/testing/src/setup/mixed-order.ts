import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The many short files come last, so that no core is idle at the end. */
const ORDER = ["unit", "product", "browser", "dashboard", "integration"];

/** Spreads the files of `parts`, which mostly wait for a broker or a disk, evenly among those that compute. */
export default class MixedOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const of = (project: string) => sorted.filter((file) => file.project.name === project);
		const [unit = [], product = [], browser = [], dashboard = [], integration = []] = ORDER.map(of);
		const computing = [...product, ...browser, ...dashboard];
		const waiting = of("parts");
		const step = Math.max(1, Math.floor(computing.length / Math.max(1, waiting.length)));
		const mixed = computing.flatMap((file, index) =>
			index % step === 0 ? [file, ...waiting.splice(0, 1)] : [file],
		);
		return [...unit, ...mixed, ...waiting, ...integration];
	}
}
