// @vitest-environment jsdom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestFailure } from "./failure.ts";
import { askAgain, clearAnswers } from "./query-client.ts";
import { type Question, type Report, useReport } from "./use-report.ts";

let root: HTMLElement;
let seen: Report<string>;
const Card = ({ question }: { question: Question<string> }) => {
	seen = useReport(question);
	return null;
};
const show = (question: Question<string>) => act(() => render(<Card question={question} />, root));
const later = (ms = 0) =>
	act(async () => {
		await vi.advanceTimersByTimeAsync(ms);
	});

beforeEach(() => {
	vi.useFakeTimers();
	clearAnswers();
	root = document.createElement("div");
});
afterEach(() => {
	act(() => render(null, root));
	clearAnswers();
	vi.useRealTimers();
});

describe("a card's answer", () => {
	it("is loading, then ready", async () => {
		show({ key: ["one"], ask: async () => "answer" });
		expect(seen).toMatchObject({ state: "loading", data: undefined });
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
	});

	it("stays on show while another question is asked", async () => {
		show({ key: ["one"], ask: async () => "answer" });
		await later();
		show({ key: ["other"], ask: async () => "other answer" });
		expect(seen).toMatchObject({ state: "refetching", data: "answer" });
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "other answer" });
	});

	it("says why it is missing, and recovers alone", async () => {
		let isDown = true;
		const ask = async () => {
			if (isDown) throw new RequestFailure({ kind: "unreachable" });
			return "answer";
		};
		show({ key: ["one"], ask });
		await later();
		expect(seen).toMatchObject({ state: "failed", failure: { kind: "unreachable" } });
		isDown = false;
		await later(6000);
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
	});

	it("stays on show while it is asked for again in vain", async () => {
		let isDown = false;
		const ask = async () => {
			if (isDown) throw new RequestFailure({ kind: "unreachable" });
			return "answer";
		};
		show({ key: ["one"], ask, everyMs: 60_000 });
		await later();
		isDown = true;
		await later(60_000);
		expect(seen).toMatchObject({ state: "failed", data: "answer", updatedAt: Date.now() - 60_000 });
		isDown = false;
		await later(5000);
		expect(seen).toMatchObject({ state: "ready", data: "answer", updatedAt: Date.now() });
	});

	it("that took too long is asked for again later than one that nobody answered", async () => {
		const ask = vi.fn(async (): Promise<string> => {
			throw new RequestFailure({ kind: "too-slow" });
		});
		show({ key: ["one"], ask });
		await later(29_999);
		expect(ask).toHaveBeenCalledTimes(1);
		await later(1);
		expect(ask).toHaveBeenCalledTimes(2);
	});

	it("is not asked again after a refusal, until retried", async () => {
		const ask = vi.fn(async (): Promise<string> => {
			throw new RequestFailure({ kind: "refused", status: 400, message: "Invalid filters" });
		});
		show({ key: ["one"], ask });
		await later(60_000);
		expect(ask).toHaveBeenCalledTimes(1);
		expect(seen.failure?.message).toBe("Invalid filters");
		act(() => seen.retry());
		await later();
		expect(ask).toHaveBeenCalledTimes(2);
	});

	it("is asked once by cards with the same question", async () => {
		const ask = vi.fn(async () => "answer");
		const question = { key: ["one"], ask };
		act(() =>
			render(
				<>
					<Card question={question} />
					<Card question={question} />
				</>,
				root,
			),
		);
		await later();
		expect(ask).toHaveBeenCalledTimes(1);
	});

	it("is asked again after a change", async () => {
		let answers = 0;
		show({ key: ["one", 1], ask: async () => `answer ${++answers}` });
		await later();
		await act(() => askAgain(["one"]));
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "answer 2" });
	});

	it("is not asked for while it is off", async () => {
		const ask = vi.fn(async () => "answer");
		show({ key: ["one"], ask, isOff: true });
		await later();
		expect(ask).not.toHaveBeenCalled();
		expect(seen.state).toBe("loading");
	});
});
