import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { openStore } from "@footfall/store";
import { startClusterTraffic } from "@footfall/testing/cluster/traffic";
import { missingProgram } from "@footfall/testing/deploy/programs";
import { type ReverseProxy, startReverseProxy } from "@footfall/testing/deploy/reverse-proxies";
import { fileDigests } from "@footfall/testing/disk/file-digests";
import { eventually } from "@footfall/testing/eventually";
import { contradictions } from "@footfall/testing/install/added-fields";
import {
	contentsOf,
	digestsOf,
	fillProduct,
	pinnedPaths,
} from "@footfall/testing/install/product-contents";
import { publishedMain, publishedVersions } from "@footfall/testing/install/published-versions";
import { freePorts } from "@footfall/testing/network/free-ports";
import { roleOf } from "@footfall/testing/product/process-tree";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { reportAnswers } from "@footfall/testing/product/report-answers";
import { runCommand } from "@footfall/testing/product/running-command";
import { report } from "@footfall/testing/reporters/promise-figures";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// For a machine that is busy with other work.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const OWNER = "owner@example.com";
const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const PERIOD = { start_date: day(9), end_date: day(2), time_zone: "Europe/Berlin" };
/** The first day of the current week: of the cohort that new visitors join. */
const thisWeek = (): string => {
	const today = new Intl.DateTimeFormat("en-CA", { timeZone: PERIOD.time_zone }).format();
	const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
	return new Date(Date.parse(today) - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
};
const TRAFFIC = { perSecond: 50, visitors: 50, patienceMs: 120_000 };
/** How long HAProxy waits for a gateway that restarts: one attempt a second. */
const PROXY_WAITS_MS = 25_000;

const childOf = (supervisor: number, role: string): number => {
	const found = roleOf(supervisor, role);
	if (found === 0) throw new Error(`No ${role} runs`);
	return found;
};

/** The version that still reads the queue of 0.1.0. */
const BRIDGE = "0.3.0";

describe.each(publishedVersions())("the data of version %s", (version) => {
	describeWithEngine("behind a proxy of deploy/", missingProgram("haproxy"), () => {
		const root = createTemporaryDirectory();
		const data = join(root.path, "data");
		const traffic = startClusterTraffic();
		const environment = { TRUST_PROXY: "127.0.0.1", ADMIN_EMAIL: OWNER, PORT: "" };
		let proxy: ReverseProxy;
		let product: Product;
		let cookie: string;
		let before: Awaited<ReturnType<typeof contentsOf>>;
		let reports: Map<string, string>;
		let scripts: Record<string, string>;

		const startVersion = (older: string, remembered = {}) =>
			startProduct(data, environment, remembered, [
				process.execPath,
				publishedMain(older),
				"start",
			]);
		/** This version leaves the data alone, and 0.3.0 takes the queue over. */
		const crossBridge = async () => {
			const left = fileDigests(data);
			const refused = runCommand(["start"], { ...environment, DATA_DIR: data });
			expect(await refused.ended).toEqual({ code: 78, signal: null });
			expect(refused.output()).toContain(`Start version ${BRIDGE} on this data once`);
			expect(fileDigests(data)).toEqual(left);
			const bridge = await startVersion(BRIDGE, { apiKey: product.apiKey });
			// A busy machine may not let it close in time: nothing may be lost by that, either.
			await bridge.stop();
		};

		const more = (count: number) => {
			const enough = traffic.acknowledged() + count;
			return eventually(
				async () => traffic.acknowledged(),
				(events) => events >= enough,
			);
		};

		beforeAll(async () => {
			environment.PORT = String((await freePorts(1))[0]);
			proxy = await startReverseProxy("haproxy", `127.0.0.1:${environment.PORT}`);
			product = await startVersion(version);
			const demo = [publishedMain(version), "demo", "--days", "10", "--visits", "60", "--anyway"];
			await promisify(execFile)(process.execPath, demo, {
				env: { PATH: process.env["PATH"], DATA_DIR: data },
			});
			({ cookie } = await fillProduct(product, OWNER));
			before = await contentsOf(product, cookie);
			reports = await reportAnswers(product, product.siteId, PERIOD);
			scripts = await digestsOf(product, await pinnedPaths(product));
		});
		afterAll(async () => {
			await product?.stop();
			await proxy?.stop();
			root.remove();
		});

		it("is upgraded to this version under load without a refused request", async (context) => {
			traffic.phase("before");
			traffic.start({
				...TRAFFIC,
				siteId: product.siteId,
				apiKey: product.apiKey,
				gateways: [`https://127.0.0.1:${proxy.port}`],
				proxy: { host: "stats.example.com", certificate: proxy.certificate },
			});
			await more(100);
			// Events wait in the older version's queue: nothing loads them any more.
			process.kill(product.pid, "SIGSTOP");
			process.kill(childOf(product.pid, "backend"), "SIGKILL");
			await more(100);
			traffic.phase("upgrade");
			const stopped = product.stop();
			process.kill(product.pid, "SIGCONT");
			await stopped;
			if (version === "0.1.0") await crossBridge();
			product = await startProduct(data, environment, { apiKey: product.apiKey });
			traffic.phase("after");
			await more(100);
			const { acknowledged, phases } = await traffic.stop();
			const [, upgrade, after] = phases;
			const silence = Math.max(upgrade?.silence ?? 0, after?.silence ?? 0);
			const refused = phases.reduce((sum, { failed }) => sum + failed, 0);
			if (silence < PROXY_WAITS_MS) expect(phases.flatMap(({ faults }) => faults)).toEqual([]);
			report(
				context,
				"P27",
				`${version}${version === "0.1.0" ? ` over ${BRIDGE}` : ""} to this one, one machine behind HAProxy: ${acknowledged.length} acknowledged, ${refused} refused, no answer for ${silence} ms`,
			);
			await eventually(
				() => product.get<{ oldestQueuedMs: number }>("/healthz"),
				({ oldestQueuedMs }) => oldestQueuedMs === 0,
			);
			expect(await contentsOf(product, cookie)).toEqual(before);
			expect(await digestsOf(product, Object.keys(scripts))).toEqual(scripts);
			const now = await reportAnswers(product, product.siteId, PERIOD);
			// Retention covers all days: today's visitors have come since.
			const cohort = `/retention.data.cohorts.${thisWeek()}.`;
			expect(contradictions(reports, now).filter((one) => !one.startsWith(cohort))).toEqual([]);

			expect(await product.stop()).toBe(0);
			const store = openStore({ directory: join(data, "store") });
			try {
				const rows = await store.query<{ event_id: string }>(
					"SELECT event_id FROM events WHERE hostname = 'cluster.test' ORDER BY event_id",
				);
				expect(rows.map(({ event_id }) => event_id)).toEqual([...acknowledged].sort());
			} finally {
				await store.close();
			}
		});
	});
});
