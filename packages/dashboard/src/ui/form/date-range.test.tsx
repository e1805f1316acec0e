// @vitest-environment jsdom
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DateRangePicker } from "./date-range.tsx";

let root: HTMLElement;

beforeEach(() => {
	// No frame is drawn between two keys.
	vi.useFakeTimers();
	root = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
	render(null, root);
	root.remove();
	vi.useRealTimers();
});

const press = async (key: string) => {
	const focused = document.activeElement as HTMLElement;
	focused.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
	if (key === "Enter") focused.click();
	await vi.advanceTimersByTimeAsync(0);
};

describe("a range of days", () => {
	it("is chosen by keys that follow each other before the next frame is drawn", async () => {
		const days = { today: "2026-11-27", earliest: undefined, weekStart: 0, months: 2 } as const;
		const nothing = () => {};
		render(
			<DateRangePicker
				first={undefined}
				last={undefined}
				days={days}
				onApply={nothing}
				onClose={nothing}
			/>,
			root,
		);
		for (const key of ["ArrowLeft", "Enter", "PageUp", "PageUp", "ArrowUp", "Enter"])
			await press(key);
		const typed = [...root.querySelectorAll("input")].map(({ value }) => value);
		expect(typed).toEqual(["2026-09-19", "2026-11-26"]);
	});
});
