import { setImmediate as nextTurn } from "node:timers/promises";
import type { SiteNumber } from "@footfall/shared/ids";
import { siteOf } from "@footfall/testing/gateway/site-snapshot";
import { describe, expect, it } from "vitest";
import type { Site } from "../access/site.ts";
import { isKeptLines } from "../http/answer.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

const site = { ...siteOf({ siteId: 1 as SiteNumber }), domain: "shop.example" } as Site;
const goals: ReportDependencies["goals"] = {
	ofSite: async () => [],
	one: async () => ({}) as never,
};

interface Line {
	status: number;
	text: string;
}

interface Making {
	status?: number;
	text?: string;
	asksForGoals?: boolean;
	/** Holds a line back until it is released. */
	until?: Promise<unknown>;
}

const open = () => {
	let writes = 0;
	let made = 0;
	const changes = {
		isAlone: true,
		latest: () => writes,
		latestOf: () => writes,
		latestOfSite: () => writes,
		latestUntil: () => writes,
		latestOfFigures: () => writes,
	};
	const { answerTo } = createKeptAnswers<Line>(changes, {
		store: { query: async () => [] },
		goals,
	});
	type Asked = Parameters<typeof answerTo>[0];
	/** The lines' texts; "kept" where the whole answer was cached. */
	const ask = async (
		more: Partial<Asked> = {},
		{ status = 200, text = "", asksForGoals = false, until }: Making = {},
		{ address = "1", signal = new AbortController().signal } = {},
	) => {
		const lines = async function* (dependencies: ReportDependencies) {
			made++;
			if (asksForGoals) await dependencies.goals?.ofSite(1 as SiteNumber);
			await until;
			yield { status, text };
		};
		const answer = answerTo(
			{
				...{ site, caller: undefined, role: undefined, shownAreas: undefined },
				...{ body: { questions: [] }, instant: 0, mostLagMs: 20_000, ...more },
			},
			{ requester: { tenant: "1", caller: "visitors 1", part: address }, signal },
			lines,
		);
		if (isKeptLines(answer)) return "kept";
		const texts = [];
		for await (const line of answer) texts.push(line.text);
		return texts.join();
	};
	const write = () => {
		writes++;
	};
	return { ask, write, made: () => made };
};

/** A promise, and the function that resolves it. */
const createBarrier = () => {
	let open = () => {};
	const until = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { until, open };
};

describe("cached answers", () => {
	it("are shared by callers with the same rights, until something is written", async () => {
		const { ask, write } = open();
		expect(await ask({}, { text: "first" })).toBe("first");
		expect(await ask()).toBe("kept");
		write();
		expect(await ask({}, { text: "second" })).toBe("second");
	});

	it("are still served for some seconds, while the next one is made once", async () => {
		const { ask, made } = open();
		await ask();
		expect(await ask({ instant: 13_000 })).toBe("kept");
		await nextTurn();
		expect(made()).toBe(1);
		const { until, open: end } = createBarrier();
		for (let nth = 0; nth < 3; nth++)
			expect(await ask({ instant: 14_000 }, { until })).toBe("kept");
		await nextTurn();
		expect(made()).toBe(2);
		end();
		await nextTurn();
		expect(await ask({ instant: 28_000 })).toBe("kept");
		await nextTurn();
		expect(made()).toBe(3);
		expect(await ask({ instant: 48_000 }, { text: "too late" })).toBe("too late");
	});

	it("are not shared across rights, settings or queries", async () => {
		const { ask } = open();
		await ask();
		const user = { id: "1", name: "", email: "", isSystemAdmin: false };
		const session = { via: "session", user, permissions: null } as const;
		for (const other of [
			{ caller: session, role: "owner" as const },
			{ shownAreas: ["pages"] as const },
			{ body: { questions: [1] } },
			{ site: { ...site, countSuspected: !site.countSuspected } },
		])
			expect(await ask(other, { text: "other" })).toBe("other");
		const key = { via: "personal-key", user, keyId: "1", permissions: null } as const;
		expect(await ask({ caller: key, role: "owner" })).toBe("kept");
		expect(await ask({ caller: session, role: "member" })).toBe("");
		const limited = { ...key, permissions: { analytics: ["read"] } };
		expect(await ask({ caller: limited, role: "owner" })).toBe("");
	});

	it("are discarded when a query was refused, something was stored meanwhile, or all readers left", async () => {
		const { ask, write } = open();
		await ask({}, { status: 503 });
		expect(await ask({}, { until: Promise.resolve().then(write) })).toBe("");
		const { until, open: end } = createBarrier();
		const reader = new AbortController();
		const left = ask({}, { until }, { signal: reader.signal });
		await nextTurn();
		reader.abort(new Error("gone"));
		await expect(left).rejects.toThrow("gone");
		end();
		await nextTurn();
		expect(await ask()).toBe("");
	});

	it("are discarded when definitions were read, which change without a write", async () => {
		const { ask } = open();
		await ask({}, { asksForGoals: true });
		expect(await ask()).toBe("");
	});

	it("take bounded memory: the oldest are evicted first, and a large one is not cached", async () => {
		const { ask } = open();
		await ask({ body: "huge" }, { text: "x".repeat(1_100_000) });
		expect(await ask({ body: "huge" })).toBe("");
		for (let nth = 0; nth < 20; nth++) await ask({ body: nth }, { text: "x".repeat(900_000) });
		expect(await ask({ body: 19 })).toBe("kept");
		expect(await ask({ body: 0 })).toBe("");
	});
});

describe("an answer in progress", () => {
	it("is made once for all who request the same meanwhile", async () => {
		const { ask, made } = open();
		const { until, open: end } = createBarrier();
		const asked = Array.from({ length: 100 }, () => ask({}, { until, text: "one" }));
		await nextTurn();
		expect(made()).toBe(1);
		end();
		expect(new Set(await Promise.all(asked))).toEqual(new Set(["one"]));
	});

	it("is made separately for a few networks, so that none waits behind another's queries", async () => {
		const { ask, made } = open();
		const { until, open: end } = createBarrier();
		const asked = Array.from({ length: 100 }, (_, nth) =>
			ask({}, { until, text: "one" }, { address: String(nth % 10) }),
		);
		await nextTurn();
		expect(made()).toBe(4);
		end();
		expect(new Set(await Promise.all(asked))).toEqual(new Set(["one"]));
	});

	it("is not shared with a request after its last reader has left, as when a page is reloaded", async () => {
		const { ask } = open();
		const { until, open: end } = createBarrier();
		const reader = new AbortController();
		const left = ask({}, { until, text: "left" }, { signal: reader.signal });
		await nextTurn();
		reader.abort(new Error("gone"));
		await expect(left).rejects.toThrow("gone");
		expect(await ask({}, { text: "anew" })).toBe("anew");
		end();
	});

	it("is not shared with a request after a write, or for another moment", async () => {
		const { ask, write } = open();
		const { until, open: end } = createBarrier();
		const before = ask({}, { until, text: "before" });
		await nextTurn();
		expect(await ask({ instant: 1 }, { text: "later" })).toBe("later");
		write();
		expect(await ask({}, { text: "after" })).toBe("after");
		end();
		expect(await before).toBe("before");
	});

	it("is not shared with a request after it has read definitions, which may have changed since", async () => {
		const { ask } = open();
		const { until, open: end } = createBarrier();
		const before = ask({}, { until, asksForGoals: true, text: "before" });
		await nextTurn();
		expect(await ask({}, { text: "after" })).toBe("after");
		end();
		expect(await before).toBe("before");
	});
});
