import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The many short files come last, so that no core is idle at the end. */
const LAST = "integration";
/** Files that mostly wait for a broker or a disk are spread evenly among those that compute. */
const WAITING = "parts";

export default class MixedOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const of = (project: string) => sorted.filter((file) => file.project.name === project);
		const named = ["unit", "product", WAITING, LAST];
		const others = sorted.filter((file) => !named.includes(file.project.name));
		const computing = [...of("product"), ...others];
		const waiting = of(WAITING);
		const step = Math.max(1, Math.floor(computing.length / Math.max(1, waiting.length)));
		const mixed = computing.flatMap((file, index) =>
			index % step === 0 ? [file, ...waiting.splice(0, 1)] : [file],
		);
		return [...of("unit"), ...mixed, ...waiting, ...of(LAST)];
	}
}
