// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createVisitBudget } from "./visit-budget.ts";

beforeEach(() => {
	sessionStorage.clear();
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const MINUTE = 60_000;

describe("a visit's budget", () => {
	it("is spent after an hour", () => {
		const budget = createVisitBudget("spent");
		budget.spend(0, 59 * MINUTE);
		expect(budget.isLeft()).toBe(true);
		budget.spend(0, MINUTE);
		expect(budget.isLeft()).toBe(false);
	});

	it("is spent after 32 million characters, on whatever page", () => {
		createVisitBudget("spent").spend(31_999_999, 0);
		expect(createVisitBudget("spent").isLeft()).toBe(true);
		createVisitBudget("spent").spend(1, 0);
		expect(createVisitBudget("spent").isLeft()).toBe(false);
	});

	it("is renewed after half an hour of inactivity", () => {
		createVisitBudget("spent").spend(0, 60 * MINUTE);
		vi.advanceTimersByTime(30 * MINUTE);
		expect(createVisitBudget("spent").isLeft()).toBe(false);
		vi.advanceTimersByTime(1);
		expect(createVisitBudget("spent").isLeft()).toBe(true);
	});
});
