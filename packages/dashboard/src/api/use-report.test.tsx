// @vitest-environment jsdom
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RequestFailure } from "./failure.ts";
import { forgetAll, invalidate, putAnswer, queryOf } from "./query-cache.ts";
import { type Report, type ReportQuery, useReport } from "./use-report.ts";

let root: HTMLElement;
let seen: Report<string>;
const Card = ({ query }: { query: ReportQuery<string> }) => {
	seen = useReport(query);
	return null;
};
const show = (query: ReportQuery<string>) => act(() => render(<Card query={query} />, root));
const later = (ms = 0) =>
	act(async () => {
		await vi.advanceTimersByTimeAsync(ms);
	});

beforeEach(() => {
	vi.useFakeTimers();
	void forgetAll();
	root = document.createElement("div");
});
afterEach(() => {
	act(() => render(null, root));
	void forgetAll();
	vi.useRealTimers();
});

describe("a card's data", () => {
	it("is loading, then ready", async () => {
		show({ key: ["one"], fetch: async () => "answer" });
		expect(seen).toMatchObject({ state: "loading", data: undefined });
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
	});

	it("is shown although it arrived between rendering and following the query", () => {
		const Other = () => {
			useLayoutEffect(() => putAnswer(["one"], "answer"), []);
			return null;
		};
		const query = { key: ["one"], fetch: async () => "answer" };
		act(() => render([<Card query={query} />, <Other />], root));
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
	});

	it("follows the query that replaced one dropped between rendering and following it", async () => {
		const Other = () => {
			useLayoutEffect(() => void forgetAll(), []);
			return null;
		};
		const query = { key: ["one"], fetch: async () => "answer" };
		act(() => render([<Card query={query} />, <Other />], root));
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
		expect(queryOf(["one"]).data).toBe("answer");
	});

	it("stays visible while another query is loading", async () => {
		show({ key: ["one"], fetch: async () => "answer" });
		await later();
		show({ key: ["other"], fetch: async () => "other answer" });
		expect(seen).toMatchObject({ state: "refetching", data: "answer" });
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "other answer" });
	});

	it("reports why it failed, and recovers by itself", async () => {
		let isDown = true;
		const fetch = async () => {
			if (isDown) throw new RequestFailure({ kind: "unreachable" });
			return "answer";
		};
		show({ key: ["one"], fetch });
		await later();
		expect(seen).toMatchObject({ state: "failed", failure: { kind: "unreachable" } });
		isDown = false;
		await later(6000);
		expect(seen).toMatchObject({ state: "ready", data: "answer" });
	});

	it("stays visible while a refetch fails", async () => {
		let isDown = false;
		const fetch = async () => {
			if (isDown) throw new RequestFailure({ kind: "unreachable" });
			return "answer";
		};
		show({ key: ["one"], fetch, everyMs: 60_000 });
		await later();
		isDown = true;
		await later(60_000);
		expect(seen).toMatchObject({ state: "failed", data: "answer", updatedAt: Date.now() - 60_000 });
		isDown = false;
		await later(5000);
		expect(seen).toMatchObject({ state: "ready", data: "answer", updatedAt: Date.now() });
	});

	it("is retried later after a timeout than after an unreachable server", async () => {
		const fetch = vi.fn(async (): Promise<string> => {
			throw new RequestFailure({ kind: "too-slow" });
		});
		show({ key: ["one"], fetch });
		await later(29_999);
		expect(fetch).toHaveBeenCalledTimes(1);
		await later(1);
		expect(fetch).toHaveBeenCalledTimes(2);
	});

	it("is not refetched after a refusal until the viewer retries", async () => {
		const fetch = vi.fn(async (): Promise<string> => {
			throw new RequestFailure({ kind: "refused", status: 400, message: "Invalid filters" });
		});
		show({ key: ["one"], fetch });
		await later(60_000);
		expect(fetch).toHaveBeenCalledTimes(1);
		expect(seen.failure?.message).toBe("Invalid filters");
		act(() => seen.retry());
		await later();
		expect(fetch).toHaveBeenCalledTimes(2);
	});

	it("is fetched once for cards with the same query", async () => {
		const fetch = vi.fn(async () => "answer");
		const query = { key: ["one"], fetch };
		act(() =>
			render(
				<>
					<Card query={query} />
					<Card query={query} />
				</>,
				root,
			),
		);
		await later();
		expect(fetch).toHaveBeenCalledTimes(1);
	});

	it("is refetched after a change", async () => {
		let answers = 0;
		show({ key: ["one", 1], fetch: async () => `answer ${++answers}` });
		await later();
		await act(() => invalidate(["one"]));
		await later();
		expect(seen).toMatchObject({ state: "ready", data: "answer 2" });
	});

	it("is not fetched while it is off", async () => {
		const fetch = vi.fn(async () => "answer");
		show({ key: ["one"], fetch, isOff: true });
		await later();
		expect(fetch).not.toHaveBeenCalled();
		expect(seen.state).toBe("loading");
	});
});
