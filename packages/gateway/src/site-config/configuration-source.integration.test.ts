import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import type { Logger } from "@footfall/shared/logger";
import { type StubBackend, startBackend } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { freePorts } from "@footfall/testing/network/free-ports";
import { testDirectory } from "@footfall/testing/test-directory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openBackend } from "../backend/backend.ts";
import { type ConfigurationSource, followConfiguration } from "./configuration-source.ts";
import { lastGoodPathOf } from "./last-good.ts";

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
	for (const part of open.splice(0)) await part.close();
});

const newPath = () => lastGoodPathOf(testDirectory());

const follow = async (
	origin: string | undefined,
	lastGoodPath = newPath(),
	startsWithinMs?: number,
) => {
	const backend = origin === undefined ? undefined : openBackend({ origin });
	const warnings: string[] = [];
	const log: Logger = {
		info: () => {},
		warn: ({ error }: { error?: string }) => void warnings.push(error ?? ""),
		error: () => {},
	};
	const source = await followConfiguration({
		backend,
		internalToken: "token",
		lastGoodPath,
		...(startsWithinMs === undefined ? {} : { startsWithinMs }),
		log,
	});
	open.push(source);
	if (backend) open.push(backend);
	return { source, warnings, lastGoodPath };
};

const backendWith = async (...published: Parameters<typeof startBackend>): Promise<StubBackend> => {
	const backend = await startBackend(...published);
	open.push(backend);
	return backend;
};

const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 20_000, interval: 5 });

const reaches = (source: ConfigurationSource, version: string | undefined) =>
	until(() => expect(source.current()?.version).toBe(version));

describe("the configuration", () => {
	it("is pulled from the backend repeatedly", async () => {
		const backend = await backendWith(snapshotWith([siteOf()], "one"));
		const { source } = await follow(backend.origin);
		await source.ready;
		expect(source.current()?.site("1")?.settings).toEqual(siteOf());
		expect(source.current()?.site("0123456789ab")).toBe(source.current()?.site("1"));
		expect(source.current()?.site("01")).toBeUndefined();
		await until(() => expect(backend.snapshotRequests()).toBeGreaterThan(1));
		expect(source.current()?.version).toBe("one");
	});

	it("is updated by the next pull after a change, and keeps unchanged sites as they were", async () => {
		const other = siteOf({ siteId: 2 as never, id: "bbbbbbbbbbbb" as never });
		const backend = await backendWith(snapshotWith([siteOf(), other], "one"));
		const { source } = await follow(backend.origin);
		await source.ready;
		const kept = source.current()?.site("1");
		const asked = backend.snapshotRequests();
		backend.publish(snapshotWith([siteOf(), { ...other, trackIp: true }], "two"));
		await reaches(source, "two");
		// One may have been on its way.
		expect(backend.snapshotRequests() - asked).toBeLessThanOrEqual(2);
		expect(source.current()?.site("1")).toBe(kept);
		expect(source.current()?.site("2")?.settings.trackIp).toBe(true);
	});

	it("stays in use when the next one is invalid, which is logged once", async () => {
		const backend = await backendWith(snapshotWith([siteOf()], "one"));
		const { source, warnings } = await follow(backend.origin);
		await source.ready;
		backend.publish(snapshotWith([siteOf({ excludedIPs: ["300.1.1.1"] })], "two"));
		await until(() => expect(warnings).toHaveLength(1));
		const asked = backend.snapshotRequests();
		await until(() => expect(backend.snapshotRequests()).toBeGreaterThan(asked + 1));
		expect(source.current()?.version).toBe("one");
		expect(warnings).toEqual([expect.stringContaining("300.1.1.1")]);
		backend.publish("{}");
		await until(() => expect(warnings).toHaveLength(2));
		backend.publish(snapshotWith([siteOf()], "three"));
		await reaches(source, "three");
	});

	it("is read from disk while the backend is unavailable", async () => {
		const backend = await backendWith(snapshotWith([siteOf()], "kept"));
		const first = await follow(backend.origin);
		await first.source.ready;
		await first.source.close();
		await backend.close();
		const { source, warnings } = await follow(backend.origin, first.lastGoodPath, 0);
		expect(source.current()?.version).toBe("kept");
		expect(source.confirmedAt()).toBe(0);
		await until(() => expect(warnings).toHaveLength(1));
		expect(readdirSync(dirname(first.lastGoodPath))).toEqual(["configuration.json"]);
	});

	it("is awaited without a warning while the backend is still starting", async () => {
		const [port = 0] = await freePorts(1);
		const { source, warnings } = await follow(`http://127.0.0.1:${port}`);
		const backend = await backendWith(snapshotWith([siteOf()], "one"), port);
		await source.ready;
		expect([warnings, source.fault()]).toEqual([[], ""]);
		await backend.close();
		await until(() => expect(warnings).toHaveLength(1));
	});

	it("is refused by an api with another secret, which is logged", async () => {
		const api = createServer((_request, response) => response.writeHead(401).end()).listen(0);
		await once(api, "listening");
		open.push({ close: () => void api.close() });
		const { port } = api.address() as AddressInfo;
		const { source, warnings } = await follow(`http://127.0.0.1:${port}`);
		await until(() => expect(source.fault()).toContain("SECRET differs"));
		expect(warnings).toEqual([source.fault()]);
	});

	it("is read from disk as an earlier version saved it, with defaults for new settings", async () => {
		const path = newPath();
		await mkdir(dirname(path), { recursive: true });
		const young = new Set(["disabledBotLayers", "replayRetentionDays", "siteIds"]);
		writeFileSync(
			path,
			JSON.stringify(snapshotWith(), (name, value) => (young.has(name) ? undefined : value)),
		);
		const { source } = await follow(undefined, path);
		expect(source.current()?.site("1")?.settings).toEqual(siteOf());
	});

	it("is absent, without a failure, before there is any", async () => {
		const { source } = await follow(undefined);
		expect(source.current()).toBeUndefined();
	});

	it("is not read from a damaged file", async () => {
		const path = newPath();
		await mkdir(dirname(path), { recursive: true });
		writeFileSync(path, '{"version":"half');
		const { source, warnings } = await follow(undefined, path);
		expect(source.current()).toBeUndefined();
		expect(warnings).toEqual(["The snapshot is not JSON"]);
	});
});

describe("the keys of a configuration", () => {
	it("open the sites of their organization until they expire", async () => {
		const snapshot = snapshotWith();
		const [key] = snapshot.ingestionKeys;
		const backend = await backendWith({
			...snapshot,
			ingestionKeys: key === undefined ? [] : [{ ...key, expiresAt: 1000 }],
		});
		const { source } = await follow(backend.origin);
		await source.ready;
		const may = (key: string, organizationId: string, now: number) =>
			source.current()?.mayIngest(key, siteOf({ organizationId }), now);
		expect(may("secret-key", "owner", 999)).toBe(true);
		expect(may("secret-key", "owner", 1000)).toBe(false);
		expect(may("secret-key", "stranger", 1)).toBe(false);
		expect(may("guess", "owner", 1)).toBe(false);
	});

	it("open single sites if their user sees only some of an organization's", async () => {
		const snapshot = snapshotWith();
		const [key] = snapshot.ingestionKeys;
		const backend = await backendWith({
			...snapshot,
			ingestionKeys: key === undefined ? [] : [{ ...key, organizationIds: [], siteIds: [7] }],
		});
		const { source } = await follow(backend.origin);
		await source.ready;
		const may = (siteId: number) =>
			source.current()?.mayIngest("secret-key", siteOf({ siteId: siteId as never }), 1);
		expect([may(7), may(1), may(77)]).toEqual([true, false, false]);
	});
});
