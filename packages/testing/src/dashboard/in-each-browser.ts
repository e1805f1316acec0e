import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { Browser, Engine } from "../browser/engines/engine.ts";
import { engines } from "../browser/engines/engines.ts";
import { describeWithEngine } from "../require-engine.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

const FAILED = fileURLToPath(new URL("../../../../.cache/failed-journeys/", import.meta.url));

/** The environment of a journey. */
export interface Journey {
	readonly engine: Engine;
	/** A visitor with the browser that all journeys of this engine share, with its cookies. */
	visitor(url: string): Promise<Visitor>;
	/** Another visitor, with a new browser context. */
	stranger(url: string): Promise<Visitor>;
}

const setJourney = (engine: Engine): Journey => {
	let browser: Browser;
	const strangers: Browser[] = [];
	const visitors: Visitor[] = [];
	beforeAll(async () => {
		browser = await engine.launch({ isPerson: true });
	});
	afterEach(async ({ task }) => {
		if (task.result?.state === "fail") {
			mkdirSync(FAILED, { recursive: true });
			for (const [index, visitor] of visitors.entries()) {
				const name = `${task.name} ${engine.name} ${index}`.replaceAll(/[^\w]+/g, "-");
				const picture = await visitor.screenshot().catch(() => undefined);
				if (picture) writeFileSync(`${FAILED}${name}.png`, picture);
			}
		}
		visitors.length = 0;
		await Promise.all([browser.closeTabs(), ...strangers.splice(0).map((one) => one.close())]);
	});
	afterAll(() => browser?.close());
	const meet = async (where: Browser, url: string) => {
		const visitor = createVisitor(await where.open(url));
		visitors.push(visitor);
		return visitor;
	};
	return {
		engine,
		visitor: (url) => meet(browser, url),
		stranger: async (url) => {
			const other = await engine.launch({ isPerson: true });
			strangers.push(other);
			return meet(other, url);
		},
	};
};

/** Runs journeys in each browser engine, one after the other: three at once would only compete. */
export const inEachBrowser = (journeys: (journey: Journey) => void): void => {
	describe("one browser after the other", () => {
		for (const engine of engines)
			describeWithEngine(engine.name, engine.missing(), () =>
				describe("visitors", () => journeys(setJourney(engine))),
			);
	});
};
