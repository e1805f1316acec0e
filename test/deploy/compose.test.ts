import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readEnvironment } from "@footfall/shared/environment";
import { COMPOSE_CONFIG, missingTool } from "@footfall/testing/deploy/deploy-tools";
import { productVersion } from "@footfall/testing/deploy/product-version";
import { DEPLOY, runProgram } from "@footfall/testing/deploy/programs";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { environment } from "footfall-analytics/testing";
import { describe, expect, it } from "vitest";

interface Service {
	image: string;
	command?: string[] | null;
	environment?: Record<string, string>;
	read_only?: boolean;
	cap_drop?: string[];
	healthcheck?: object;
	volumes?: { source: string; target: string }[];
	depends_on?: Record<string, { condition: string }>;
}
interface Project {
	services: Record<string, Service>;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const manual = readFileSync(join(ROOT, "docs/configuration.md"), "utf8");
const VALUES: Record<string, string> = {
	DOMAIN: "stats.example.com",
	ADMIN_EMAIL: "owner@example.com",
	ADMIN_PASSWORD: "a-password-of-the-owner",
	SECRET: "0123456789abcdef0123456789abcdef",
	POSTGRES_PASSWORD: "0123456789abcdef",
	CLICKHOUSE_PASSWORD: "fedcba9876543210",
	METRICS_TOKEN: "0123456789abcdef0123",
};

const example = (size: string) =>
	readFileSync(join(DEPLOY, "compose", size, ".env.example"), "utf8");
/** The variables without a value in the example whose comment calls them required. */
const requiredIn = (size: string) => {
	const blocks = example(size).split(/\n\n+/);
	return blocks
		.filter((block) => block.includes("# Required."))
		.flatMap((block) => [...block.matchAll(/^([A-Z_]+)=$/gm)].map(([, name = ""]) => name));
};
const given = (names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [name, VALUES[name] ?? `no value for ${name}`]));

const compose = (size: string, variables: Record<string, string>) =>
	runProgram(COMPOSE_CONFIG, ["compose.yaml"], {
		cwd: join(DEPLOY, "compose", size),
		environment: variables,
	});
const projectOf = async (size: string): Promise<Project> => {
	const { code, stdout, stderr } = await compose(size, given(requiredIn(size)));
	expect([code, stderr]).toEqual([0, ""]);
	return JSON.parse(stdout) as Project;
};
const ours = ({ services }: Project) =>
	Object.entries(services).filter(([, { image }]) => image.includes("/footfall:"));

describeWithEngine("the Compose files", missingTool("compose"), () => {
	describe.each(["single", "tier"])("%s", (size) => {
		it("reports the missing variable, and where to set it", async () => {
			const required = requiredIn(size);
			for (const missing of required) {
				const { code, stderr } = await compose(
					size,
					given(required.filter((name) => name !== missing)),
				);
				expect([code, stderr]).toEqual([
					1,
					expect.stringContaining(`${missing} is missing - copy .env.example to .env and set it`),
				]);
			}
			expect(required.length).toBeGreaterThan(0);
		});

		it("mentions every variable of the file in .env.example, without a password", async () => {
			const text = readFileSync(join(DEPLOY, "compose", size, "compose.yaml"), "utf8");
			const used = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
			const told = [...example(size).matchAll(/^([A-Z_]+)=(.*)$/gm)];
			expect(new Set(told.map(([, name]) => name))).toEqual(used);
			const secret = /SECRET|PASSWORD|TOKEN/;
			expect(told.filter(([, name = "", value]) => secret.test(name) && value !== "")).toEqual([]);
			expect(text).not.toMatch(/\$\{[A-Z_]*(SECRET|PASSWORD|TOKEN):-[^}]/);
		});

		it("sets only variables that Footfall knows, with valid values", async () => {
			for (const [, { environment: variables = {} }] of ours(await projectOf(size))) {
				for (const name of Object.keys(variables)) {
					expect(Object.keys(environment.shape)).toContain(name);
					expect(manual).toContain(`\`${name}\``);
				}
				expect(() => readEnvironment(environment, variables)).not.toThrow();
			}
		});

		it("runs the version of this repository, hardened, with health checks", async () => {
			const project = await projectOf(size);
			for (const [name, service] of ours(project)) {
				expect(service.image).toBe(`ghcr.io/footfall-analytics/footfall:${productVersion()}`);
				expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ["ALL"]]);
			}
			const isOnce = (name: string) => ["topics", "migrate"].includes(name);
			for (const [name, service] of Object.entries(project.services))
				if (!isOnce(name) && name !== "caddy")
					expect([name, service.healthcheck]).toEqual([name, expect.anything()]);
			// A dependency either exits or has a health check.
			for (const { depends_on = {} } of Object.values(project.services))
				for (const [name, { condition }] of Object.entries(depends_on))
					expect(condition).toBe(
						isOnce(name) ? "service_completed_successfully" : "service_healthy",
					);
		});
	});

	it("gives gateways a volume of their own, and no secret of a database", async () => {
		const { services } = await projectOf("tier");
		const gateways = Object.entries(services).filter(
			([, { command }]) => command?.[0] === "gateway",
		);
		const volumes = gateways.flatMap(([, { volumes = [] }]) => volumes.map(({ source }) => source));
		expect(new Set(volumes).size).toBe(2);
		for (const [, { environment: variables = {} }] of gateways)
			expect(Object.keys(variables)).not.toEqual(
				expect.arrayContaining([expect.stringMatching(/^(DATABASE|CLICKHOUSE)_URL$/)]),
			);
	});
});
