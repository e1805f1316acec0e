import type { ApiOptions, DatabaseLocation } from "@footfall/api";
import { afterAll, beforeAll, describe } from "vitest";
import { testDatabases } from "./databases.ts";
import { type PopulatedApi, startPopulatedApi } from "./test-api.ts";

/** What the tests of one database share. */
export interface Stage {
	/** An API with accounts of every role; ready before the first test. */
	readonly api: PopulatedApi;
	/** A further, empty database of the same engine. */
	create(): Promise<DatabaseLocation>;
}

/** Runs the same tests on every database of this machine, each with an API of its own. */
export const onEachDatabase = (
	what: string,
	tests: (stage: Stage) => void,
	options: Partial<ApiOptions> = {},
	databases: typeof testDatabases = testDatabases,
): void => {
	describe.each(databases)(`${what} on $name`, ({ open }) => {
		let engine: Awaited<ReturnType<typeof open>> | undefined;
		let started: PopulatedApi | undefined;
		beforeAll(async () => {
			engine = await open();
			started = await startPopulatedApi(await engine.create(), options);
		});
		afterAll(async () => {
			await started?.close();
			await engine?.close();
		});
		const there = <Value>(value: Value | undefined): Value => {
			if (value === undefined) throw new Error("The stage is set up before the first test");
			return value;
		};
		tests({
			get api() {
				return there(started);
			},
			create: () => there(engine).create(),
		});
	});
};

/** Runs tests of what no database decides on one of them: a PostgreSQL server, if there is one. */
export const onOneDatabase = (
	what: string,
	tests: (stage: Stage) => void,
	options: Partial<ApiOptions> = {},
): void => onEachDatabase(what, tests, options, testDatabases.slice(-1));
