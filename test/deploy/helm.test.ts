import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HELM, missingTool, PYTHON_MODULES } from "@footfall/testing/deploy/deploy-tools";
import { productVersion } from "@footfall/testing/deploy/product-version";
import { DEPLOY, runProgram } from "@footfall/testing/deploy/programs";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { environment } from "footfall-analytics/testing";
import { afterAll, expect, it } from "vitest";

const CHART = join(DEPLOY, "helm/footfall");
/** The oldest version that the chart supports, and the newest with a published schema. */
const KUBERNETES = ["1.28", "1.33"];
const examples = readdirSync(join(CHART, "ci"));
const LEAST = ["-f", join(CHART, "ci/least-values.yaml")];

const helm = (...parameters: string[]) => runProgram(HELM, parameters);
const rendered = async (...parameters: string[]) => {
	const { code, stdout, stderr } = await helm(
		"template",
		"shop",
		CHART,
		"--kube-version",
		"1.33.0",
		...parameters,
	);
	expect([code, stderr]).toEqual([0, ""]);
	return stdout;
};
/** Rendered objects, by kind and name. */
const objectsIn = (text: string) =>
	new Map<string, string>(
		text.split(/^---$/m).flatMap((object) => {
			const kind = /^kind: (\S+)/m.exec(object)?.[1];
			const name = /^ {2}name: (\S+)/m.exec(object)?.[1];
			return kind === undefined ? [] : [[`${kind}/${name}`, object] as const];
		}),
	);
const roles = [
	"StatefulSet/shop-footfall-gateway",
	"Deployment/shop-footfall-loader",
	"Deployment/shop-footfall-api",
];
const secretsOf = (object = "") =>
	[...object.matchAll(/key: ([A-Z_]+)\n(?! +optional)/g)].map(([, name]) => name);

describeWithEngine("the Helm chart", missingTool("helm"), () => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-chart-"));
	afterAll(() => rmSync(directory, { recursive: true }));

	it.each(examples)("passes the linter with %s", async (values) => {
		const where = ["-f", join(CHART, "ci", values)];
		const { code, stdout } = await helm(
			"lint",
			"--strict",
			"--kube-version",
			"1.33.0",
			CHART,
			...where,
		);
		expect([code, stdout]).toEqual([0, expect.stringContaining("0 chart(s) failed")]);
	});

	it.each(examples)("is valid for Kubernetes with %s", async (values) => {
		const path = join(directory, values);
		writeFileSync(path, await rendered("-f", join(CHART, "ci", values)));
		const versions = KUBERNETES.flatMap((version) => ["-k", version]);
		const { code, stdout, stderr } = await runProgram(
			"python3",
			["-m", "kubernetes_validate", ...versions, "--strict", path],
			{ environment: { ...process.env, PYTHONPATH: PYTHON_MODULES } },
		);
		const faults = (stdout + stderr)
			.split("\n")
			// The operator's own kind has no schema there.
			.filter(
				(line) => line !== "" && !line.startsWith("INFO") && !line.includes("ServiceMonitor"),
			);
		expect([code, faults]).toEqual([0, []]);
	});

	it("has the version of this repository", () => {
		expect(readFileSync(join(CHART, "Chart.yaml"), "utf8")).toContain(
			`\nappVersion: ${productVersion()}\n`,
		);
	});

	it("sets only variables that Footfall knows", async () => {
		for (const values of examples) {
			const text = await rendered("-f", join(CHART, "ci", values));
			const names = [...text.matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name]) => name);
			expect(names.length).toBeGreaterThan(20);
			expect(names.filter((name = "") => !(name in environment.shape))).toEqual([]);
		}
	});

	it("keeps secrets by reference, and gives each role only those that it needs", async () => {
		const objects = objectsIn(await rendered(...LEAST));
		expect(roles.map((role) => secretsOf(objects.get(role)))).toEqual([
			["SECRET"],
			["SECRET", "CLICKHOUSE_URL"],
			["SECRET", "CLICKHOUSE_URL", "DATABASE_URL"],
		]);
		expect([...objects.keys()].filter((name) => name.startsWith("Secret/"))).toEqual([]);
	});

	it("configures cluster and authority of ClickHouse for every role that uses it, and for no gateway", async () => {
		const text = await rendered("-f", join(CHART, "ci/everything-values.yaml"));
		const telling = [...objectsIn(text)]
			.filter(
				([, object]) =>
					object.includes('- name: CLICKHOUSE_CLUSTER\n              value: "{cluster}"') &&
					object.includes('- name: CLICKHOUSE_INSERT_QUORUM\n              value: "2"') &&
					object.includes("value: /etc/footfall/clickhouse/ca.pem") &&
					object.includes("mountPath: /etc/footfall/clickhouse, readOnly: true") &&
					object.includes("configMap: { name: clickhouse-authority }"),
			)
			.map(([name]) => name);
		expect(telling.sort()).toEqual([
			"Deployment/shop-footfall-api",
			"Deployment/shop-footfall-loader",
			"Job/shop-footfall-migration",
		]);
	});

	it("runs every container restricted, with probes and a disruption budget", async () => {
		const objects = objectsIn(await rendered(...LEAST));
		const all = [...objects].filter(([, object]) => object.includes("containers:"));
		expect(all).toHaveLength(4);
		for (const [, object] of all)
			for (const line of [
				"runAsNonRoot: true",
				"type: RuntimeDefault",
				"allowPrivilegeEscalation: false",
				"readOnlyRootFilesystem: true",
				"drop: [ALL]",
				"automountServiceAccountToken: false",
			])
				expect(object).toContain(line);
		for (const role of roles) {
			expect(objects.get(role)).toMatch(/livenessProbe:\s+httpGet: { path: \/healthz/);
			expect(objects.get(role)).toMatch(/readinessProbe:\s+httpGet: { path: \/ready/);
			expect([...objects.keys()]).toContain(`PodDisruptionBudget/${role.split("/")[1]}`);
		}
	});

	it("migrates before each installation and upgrade", async () => {
		const job = objectsIn(await rendered(...LEAST)).get("Job/shop-footfall-migration");
		expect(job).toContain("helm.sh/hook: pre-install,pre-upgrade");
		expect([...(job ?? "").matchAll(/args: \[(\w+)\]/g)].map(([, command]) => command)).toEqual([
			"topics",
			"migrate",
		]);
	});

	it("scales loaders by the age of the queue, and then sets no fixed number of them", async () => {
		const objects = objectsIn(await rendered("-f", join(CHART, "ci/everything-values.yaml")));
		const scaler = objects.get("HorizontalPodAutoscaler/shop-footfall-loader") ?? "";
		expect(scaler).toContain("name: footfall_queue_oldest_seconds");
		expect(scaler).toContain('target: { type: Value, value: "30" }');
		for (const role of roles) expect(objects.get(role)).not.toMatch(/^ {2}replicas:/m);
	});

	it.each([
		["existingSecret=", "/existingSecret"],
		["baseUrl=stats.example.com", "/baseUrl"],
		["queueUrl=kafka://name:password@host:9092/topic", "/queueUrl"],
		["gateway.replicas=0", "/gateway/replicas"],
		["gateway.replica=3", "/gateway"],
		["loader.autoscaling.cpuPercent=200", "/loader/autoscaling/cpuPercent"],
		["gateway.storage.size=8GB", "/gateway/storage/size"],
		["config.SECRET=plain", "'SECRET'"],
		["config.CLICKHOUSE_CLUSTER=events", "'CLICKHOUSE_CLUSTER'"],
		["clickhouse.cluster=one cluster", "/clickhouse/cluster"],
		["clickhouse.insertQuorum=most", "/clickhouse/insertQuorum"],
		["clickhouse.authority.secret=tls", "/clickhouse/authority"],
	])("rejects %s by name", async (value, named) => {
		const { code, stderr } = await helm(
			"template",
			"shop",
			CHART,
			"--kube-version",
			"1.33.0",
			...LEAST,
			"--set",
			value,
		);
		expect([code, stderr]).toEqual([1, expect.stringContaining(named)]);
	});
});
