import { createHash } from "node:crypto";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createSourceMapBucket, createSourceMapFolder, type SourceMapFiles } from "@footfall/store";
import { testDatabases } from "@footfall/testing/api/databases";
import { OWNER } from "@footfall/testing/api/test-api";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { missingS3 } from "@footfall/testing/s3/s3-distribution";
import { type S3Server, startS3 } from "@footfall/testing/s3/s3-server";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { resolveStack } from "./resolve-stack.ts";
import { removeExpiredMaps, removeStrayMaps } from "./source-map-cleaning.ts";
import { type MapStorage, storeMaps } from "./stored-maps.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20, 10);
const [engine] = testDatabases;
if (!engine) throw new Error("There is no database to test on");

/** Accepts every map, and answers with its text. */
const reader: MapStorage["reader"] = {
	factsOf: async () => ({ sources: 1, withContent: 1 }),
	framesOf: async (_key, places, load) =>
		(await load()) ? places.map(() => undefined) : undefined,
	close: async () => {},
};

const fileOf = (text: string): string => {
	const path = join(testDirectory(), "map.gz");
	writeFileSync(path, gzipSync(text));
	return path;
};
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const received = (release: string, text: string) => ({
	...{ release, fileName: "app.js", fileHash: "", mapName: "app.js.map" },
	...{ mapHash: hashOf(text), bytes: text.length, storedBytes: 50, path: fileOf(text) },
});

describe("source maps that nobody uses", () => {
	let opened: Awaited<ReturnType<typeof engine.open>>;
	let database: OpenDatabase;
	let siteId = 0;
	beforeAll(async () => {
		opened = await engine.open();
		database = await openDatabase(await opened.create(), () => {});
		siteId = (await bootstrap(database.database, OWNER))?.site.siteId ?? 0;
	});
	afterAll(async () => {
		await database.close();
		await opened.close();
	});

	const storageWith = (files: SourceMapFiles): MapStorage => ({
		...{ database: database.database, files, reader },
	});
	const hashesIn = async (files: SourceMapFiles) =>
		(await files.list()).map(({ mapHash }) => mapHash).sort();

	it("are deleted 90 days after their last use", async () => {
		const storage = storageWith(createSourceMapFolder(testDirectory()));
		const maps = [received("1.0", "old"), received("2.0", "used"), received("3.0", "used")];
		await storeMaps(storage, siteId, maps, NOW);
		const stack = "TypeError: no\n    at t (https://shop.example/app.js:1:1)";
		const minified = { siteId, stack, release: "2.0", hashes: {} };
		await resolveStack(storage, minified, NOW + 80 * DAY_MS);
		expect(await removeExpiredMaps(storage, NOW + 90 * DAY_MS)).toBe(0);
		expect(await removeExpiredMaps(storage, NOW + 91 * DAY_MS)).toBe(2);
		expect(await hashesIn(storage.files)).toEqual([hashOf("used")]);
		expect(await removeExpiredMaps(storage, NOW + 171 * DAY_MS)).toBe(1);
		expect(await hashesIn(storage.files)).toEqual([]);
	});

	it("are deleted without a row, unless they have just been uploaded", async () => {
		const directory = testDirectory();
		const storage = storageWith(createSourceMapFolder(directory));
		await storeMaps(storage, siteId, [received("4.0", "kept")], NOW);
		await storage.files.put(siteId, hashOf("stray"), fileOf("stray"));
		await storage.files.put(999, hashOf("of a deleted site"), fileOf("x"));
		await storage.files.put(siteId, hashOf("just now"), fileOf("y"));
		const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
		for (const { site, mapHash } of await storage.files.list())
			if (mapHash !== hashOf("just now"))
				utimesSync(join(directory, String(site), `${mapHash}.gz`), old, old);
		await removeStrayMaps(storage, Date.now());
		expect(await hashesIn(storage.files)).toEqual([hashOf("kept"), hashOf("just now")].sort());
		await storage.files.removeSite(siteId);
		expect(await hashesIn(storage.files)).toEqual([]);
	});

	describeWithEngine("in a bucket", missingS3(), () => {
		let server: S3Server;
		beforeAll(async () => {
			server = await startS3();
		});
		afterAll(() => server.remove());

		it("are deleted as well, and while it is away this is said and nothing is stored", async () => {
			const files = createSourceMapBucket({ ...server.settings, prefix: "footfall/" });
			const storage = storageWith(files);
			await storeMaps(storage, siteId, [received("5.0", "in a bucket")], NOW);
			expect(server.names()).toEqual([
				`footfall/source-maps/${siteId}/${hashOf("in a bucket")}.gz`,
			]);
			expect(gzipSync("in a bucket")).toEqual(
				Buffer.from((await files.get(siteId, hashOf("in a bucket"))) ?? []),
			);
			await server.stop();
			await expect(
				storeMaps(storage, siteId, [received("6.0", "away")], NOW),
			).rejects.toMatchObject({
				status: 503,
				message: expect.stringMatching(
					/^The bucket recordings is unavailable: .* Nothing was stored/,
				),
			});
			const stack = "TypeError: no\n    at t (https://shop.example/app.js:1:1)";
			expect(
				(await resolveStack(storage, { siteId, stack, release: "5.0", hashes: {} }, NOW)).missing,
			).toMatchObject([{ reason: "unavailable" }]);
			await server.start();
			await files.removeSite(siteId);
			expect(server.names()).toEqual([]);
		});
	});
});
