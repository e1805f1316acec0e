import { describe, expect, it } from "vitest";
import { joinedText } from "./merged-metrics.ts";

describe("the metrics of two processes in one text", () => {
	it("keep all series of a metric together", () => {
		const head = (name: string) => `# HELP ${name} What ${name} is\n# TYPE ${name} gauge`;
		const one = `${head("a")}\na 1\n\n${head("b")}\nb{x="1"} 2\n`;
		const other = `${head("b")}\nb{process="backend"} 3\n\n${head("c")}\nc{process="backend"} 4\n`;
		expect(joinedText(one, other)).toBe(
			`${head("a")}\na 1\n\n${head("b")}\nb{x="1"} 2\nb{process="backend"} 3\n\n${head("c")}\nc{process="backend"} 4\n`,
		);
	});
});
