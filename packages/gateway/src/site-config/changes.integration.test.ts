import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { silentLogger } from "@footfall/shared/logger";
import { VERSION } from "@footfall/shared/version";
import { type StubBackend, startBackend } from "@footfall/testing/gateway/running-gateway";
import { changesTo, siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openBackend } from "../backend/backend.ts";
import { type ConfigurationSource, followConfiguration } from "./configuration-source.ts";
import { keepLastGood, lastGoodPathOf } from "./last-good.ts";

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
	for (const part of open.splice(0)) await part.close();
});

const follow = async (origin: string, lastGoodPath = lastGoodPathOf(testDirectory())) => {
	const backend = openBackend({ origin });
	const source = await followConfiguration({
		backend,
		internalToken: "token",
		lastGoodPath,
		log: silentLogger,
	});
	open.push(source, backend);
	return { source, lastGoodPath };
};

const backendWith = async (...published: Parameters<typeof startBackend>): Promise<StubBackend> => {
	const backend = await startBackend(...published);
	open.push(backend);
	return backend;
};

const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 20_000, interval: 5 });

const reaches = (source: ConfigurationSource, version: string) =>
	until(() => expect(source.current()?.version).toBe(version));

const site = (siteId: number, changes: object = {}) =>
	siteOf({ siteId: siteId as never, id: `site-${siteId}` as never, ...changes });

const keptIn = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("configuration changes", () => {
	it("replace, add and remove sites, and leave the others compiled as they are", async () => {
		const first = [site(1), site(2), site(3)];
		const backend = await backendWith(snapshotWith(first, "one"));
		const { source } = await follow(backend.origin);
		await source.ready;
		const untouched = source.current()?.site("1");
		const changed = [site(2, { trackIp: true }), site(4)];
		backend.publishChanges(
			snapshotWith([site(1), ...changed], "two"),
			changesTo("two", { sites: changed, removedSites: [3 as never] }),
		);
		await reaches(source, "two");
		const current = source.current();
		expect(current?.site("1")).toBe(untouched);
		expect(current?.site("site-2")?.settings.trackIp).toBe(true);
		expect(current?.site("4")?.settings).toEqual(site(4));
		expect([current?.site("3"), current?.site("site-3")]).toEqual([undefined, undefined]);
		expect(backend.snapshotStatuses()).toMatchObject({ 200: 1, 226: 1 });
	});

	it("replace, add and remove keys", async () => {
		const snapshot = snapshotWith([siteOf()], "one");
		const [key] = snapshot.ingestionKeys;
		const hash = key?.hash ?? "";
		const backend = await backendWith({ ...snapshot, ingestionKeys: [] });
		const { source } = await follow(backend.origin);
		await source.ready;
		const may = () => source.current()?.mayIngest("secret-key", siteOf(), 1);
		const publish = (version: string, ingestionKeys: object[], removedKeys: string[] = []) => {
			const changes = { ingestionKeys: ingestionKeys as never, removedKeys };
			backend.publishChanges({ ...snapshot, version }, changesTo(version, changes));
			return reaches(source, version);
		};
		expect(may()).toBe(false);
		await publish("two", [{ hash, organizationIds: ["owner"], siteIds: [], expiresAt: null }]);
		expect(may()).toBe(true);
		await publish("three", [{ hash, organizationIds: [], siteIds: [7], expiresAt: null }]);
		expect([may(), source.current()?.knows("secret-key", 1)]).toEqual([false, true]);
		await publish("four", [], [hash]);
		expect(source.current()?.knows("secret-key", 1)).toBe(false);
	});

	it("are replaced by the whole configuration if the backend does not know the version in use", async () => {
		const backend = await backendWith(snapshotWith([site(1)], "one"));
		const { source } = await follow(backend.origin);
		await source.ready;
		backend.publish(snapshotWith([site(2)], "of another database"));
		await reaches(source, "of another database");
		expect([...(source.current()?.sites.keys() ?? [])]).toEqual([2]);
	});

	it.each([
		["another version", changesTo("two"), '"zero"'],
		["no version", "{}", '"one"'],
	])("are refused if they are of %s", async (_what, body, deltaBase) => {
		const asked: IncomingHttpHeaders[] = [];
		const answers = createServer(({ headers }, response) => {
			asked.push(headers);
			if (headers["if-none-match"] === undefined)
				response.end(JSON.stringify(snapshotWith([site(1)], "one")));
			else
				response
					.writeHead(226, { "Delta-Base": deltaBase })
					.end(typeof body === "string" ? body : JSON.stringify(body));
		}).listen(0);
		await once(answers, "listening");
		open.push({ close: () => void answers.close() });
		const { port } = answers.address() as AddressInfo;
		const { source } = await follow(`http://127.0.0.1:${port}`);
		await until(() => expect(source.fault()).not.toBe(""));
		expect(source.current()?.version).toBe("one");
		expect(asked[1]).toMatchObject({ "if-none-match": '"one"', "a-im": "footfall-changes" });
	});
});

describe("the saved configuration", () => {
	it("follows the changes, and is where the next start resumes", async () => {
		const backend = await backendWith(snapshotWith([site(1)], "one"));
		const { source, lastGoodPath } = await follow(backend.origin);
		await until(() => expect(keptIn(lastGoodPath).version).toBe("one"));
		const sites = [site(1), site(2)];
		const changes = changesTo("two", { sites: [site(2)] });
		backend.publishChanges(snapshotWith(sites, "two"), changes);
		await until(() => expect(keptIn(lastGoodPath).version).toBe("two"));
		expect(keptIn(lastGoodPath)).toEqual({ ...snapshotWith(sites, "two"), keptBy: VERSION });
		await source.close();
		const next = await follow(backend.origin, lastGoodPath);
		expect(next.source.current()?.site("2")?.settings).toEqual(site(2));
		await until(() => expect(next.source.isReached()).toBe(true));
		expect(backend.snapshotStatuses()[200]).toBe(1);
	});

	it("is not written with every change of a large one, and always at the end", async () => {
		const excludedPaths = Array.from({ length: 100 }, (_, number) => `/${number}`.padEnd(2_000));
		const sites = Array.from({ length: 50 }, (_, number) => site(number + 1, { excludedPaths }));
		const backend = await backendWith(snapshotWith(sites, "one"));
		const { source, lastGoodPath } = await follow(backend.origin);
		await until(() => expect(keptIn(lastGoodPath).version).toBe("one"));
		const { ino } = statSync(lastGoodPath);
		for (const version of ["two", "three"]) {
			backend.publishChanges(snapshotWith(sites, version), changesTo(version));
			await reaches(source, version);
		}
		expect(statSync(lastGoodPath).ino).toBe(ino);
		await source.close();
		expect(keptIn(lastGoodPath)).toEqual({ ...snapshotWith(sites, "three"), keptBy: VERSION });
	});

	it.each([undefined, "0.0.1"])("is pulled again if %s saved it", async (keptBy) => {
		const path = lastGoodPathOf(testDirectory());
		const snapshot = snapshotWith([site(1, { trackIp: true })], "one");
		const incomplete = { ...snapshot, sites: [site(1)], keptBy };
		await keepLastGood(path, JSON.stringify(incomplete));
		const backend = await backendWith(snapshot);
		const { source } = await follow(backend.origin, path);
		await until(() => expect(source.current()?.site("1")?.settings.trackIp).toBe(true));
		await until(() => expect(keptIn(path)).toEqual({ ...snapshot, keptBy: VERSION }));
	});
});
