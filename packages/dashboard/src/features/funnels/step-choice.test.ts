import { describe, expect, it } from "vitest";
import { sessionsOfChoice, stepChoiceOf, textOfStepChoice } from "./step-choice.ts";

describe("the chosen step in the URL", () => {
	it.each(["1.reached", "2.left", "3.reached.12"])("%s is read back as it was written", (text) => {
		const choice = stepChoiceOf(text, 3);
		expect(choice && textOfStepChoice(choice)).toBe(text);
	});

	it.each([undefined, "", "0.left", "4.reached", "3.left", "2.stayed", "1.left.0"])(
		"%s is rejected",
		(text) => expect(stepChoiceOf(text, 3)).toBeUndefined(),
	);

	it("selects the sessions that reached the step, or those that went no further", () => {
		const rows = [{ visitors: 10 }, { visitors: 4 }];
		expect(sessionsOfChoice({ step: 1, which: "reached", page: 1 }, rows)).toBe(4);
		expect(sessionsOfChoice({ step: 0, which: "left", page: 1 }, rows)).toBe(6);
		expect(sessionsOfChoice({ step: 0, which: "left", page: 1 }, undefined)).toBeUndefined();
	});
});
