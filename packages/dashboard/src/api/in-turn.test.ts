import { expect, it } from "vitest";
import { inTurn } from "./in-turn.ts";

it("changes at one address are sent one after another, also after one that failed", async () => {
	const sent: string[] = [];
	let answerFirst = (_: string) => {};
	const first = new Promise<string>((resolve) => {
		answerFirst = resolve;
	});
	const answers = [
		inTurn("/areas", () => {
			sent.push("first");
			return first;
		}),
		inTurn("/areas", async () => {
			sent.push("second");
			throw new Error("refused");
		}),
		inTurn("/areas", async () => {
			sent.push("third");
			return "third";
		}),
	];
	const elsewhere = await inTurn("/config", async () => [...sent]);
	expect(elsewhere).toEqual(["first"]);
	answerFirst("first");
	const outcomes = await Promise.allSettled(answers);
	expect(sent).toEqual(["first", "second", "third"]);
	expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
