// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { visitBudget } from "./visit-budget.ts";

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
		const budget = visitBudget("spent");
		budget.spend(0, 59 * MINUTE);
		expect(budget.isLeft()).toBe(true);
		budget.spend(0, MINUTE);
		expect(budget.isLeft()).toBe(false);
	});

	it("is spent after 32 million characters, on whatever page", () => {
		visitBudget("spent").spend(31_999_999, 0);
		expect(visitBudget("spent").isLeft()).toBe(true);
		visitBudget("spent").spend(1, 0);
		expect(visitBudget("spent").isLeft()).toBe(false);
	});

	it("is renewed after half an hour of inactivity", () => {
		visitBudget("spent").spend(0, 60 * MINUTE);
		vi.advanceTimersByTime(30 * MINUTE);
		expect(visitBudget("spent").isLeft()).toBe(false);
		vi.advanceTimersByTime(1);
		expect(visitBudget("spent").isLeft()).toBe(true);
	});
});
