import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEPLOY, missingProgram, runProgram } from "@footfall/testing/deploy/programs";
import { metricNames, metricsFaults } from "@footfall/testing/deploy/promtool";
import { freePorts } from "@footfall/testing/network/free-ports";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MONITORING = join(DEPLOY, "monitoring");
const file = (name: string) => readFileSync(join(MONITORING, name), "utf8");

const alerts = file("alerts.yml")
	.split(/^ {6}- alert: /m)
	.slice(1)
	.map((text) => ({ name: text.split("\n", 1)[0] ?? "", text }));

describe("the alert rules", () => {
	const runbook = fileURLToPath(new URL("../../docs/troubleshooting.md", import.meta.url));
	const anchors = [...readFileSync(runbook, "utf8").matchAll(/^## (.+)$/gm)].map(([, heading]) =>
		(heading ?? "")
			.toLowerCase()
			.replaceAll(/[^a-z0-9 -]/g, "")
			.replaceAll(" ", "-"),
	);

	it.each(alerts)("$name has a runbook, a severity and a test", ({ name, text }) => {
		expect(anchors).toContain(/runbook_url: \S+\/docs\/troubleshooting\.md#(\S+)/.exec(text)?.[1]);
		expect(text).toMatch(/severity: (critical|warning|info)\b/);
		expect(file("alerts.test.yml")).toContain(`\n  - name: ${name}\n`);
	});
});

describeWithEngine("with promtool", missingProgram("promtool"), () => {
	const directory = createTemporaryDirectory();
	let product: Product;
	let backend: string;

	const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text();

	beforeAll(async () => {
		const [port = 0] = await freePorts(1);
		backend = `http://127.0.0.1:${port}`;
		product = await startProduct(directory.path, { HEALTH_PORT: String(port) });
	});
	afterAll(async () => {
		await product?.stop();
		directory.remove();
	});

	it.each([
		["check", "rules", "alerts.yml"],
		["test", "rules", "alerts.test.yml"],
		["check", "config", "--syntax-only", "prometheus.yml"],
	])("promtool %s %s passes", async (...parameters) => {
		const { code, stdout, stderr } = await runProgram("promtool", parameters, { cwd: MONITORING });
		expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/SUCCESS/)]);
	});

	it("the metrics of every role follow the conventions of Prometheus", async () => {
		for (const url of [product.url, backend])
			expect(await metricsFaults(await metricsOf(url))).toBe("");
	});

	it("the metrics of every role have the standard names of a process", async () => {
		for (const url of [product.url, backend])
			expect(metricNames(await metricsOf(url))).toEqual(
				expect.arrayContaining([
					"process_cpu_seconds_total",
					"process_resident_memory_bytes",
					"process_start_time_seconds",
					"process_open_fds",
					"nodejs_eventloop_lag_p99_seconds",
					"nodejs_gc_duration_seconds_bucket",
				]),
			);
		const started = /^process_start_time_seconds (\d+)$/m.exec(await metricsOf(product.url))?.[1];
		expect(Math.abs(Date.now() / 1000 - Number(started))).toBeLessThan(600);
	});

	it("every query of alerts and dashboard uses only metrics that the product serves on its one address", async () => {
		const known = new Set(metricNames(await metricsOf(product.url)));
		const dashboard = JSON.parse(file("grafana-dashboard.json")) as {
			panels: { targets?: { expr: string }[] }[];
		};
		const queries = [
			...alerts.map(({ text }) => text),
			...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
		];
		const asked = queries.flatMap(
			(query) => query.match(/\b(footfall|process|nodejs)_[a-z0-9_]+/g) ?? [],
		);
		expect(asked.length).toBeGreaterThan(40);
		expect(asked.filter((name) => !known.has(name))).toEqual([]);
	});

	it("every query of the dashboard can be parsed", async () => {
		const exprs = file("grafana-dashboard.json").matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g);
		const rules = [...exprs].map(([, text = '""'], index) => {
			const expr = (JSON.parse(text) as string).replaceAll("$__rate_interval", "5m");
			return { record: `checked:${index}`, expr };
		});
		const path = join(directory.path, "dashboard-rules.json");
		// JSON is valid YAML.
		writeFileSync(path, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
		const { code, stdout, stderr } = await runProgram("promtool", ["check", "rules", path]);
		expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(`${rules.length} rules`)]);
	});
});
