import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createTemporaryDirectory } from "@footfall/testing/product/product";
import { afterAll, afterEach, describe, expect, it } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../scripts/audit-packages.mjs", import.meta.url));

const cache = createTemporaryDirectory();
afterAll(() => cache.remove());

let registry: http.Server | undefined;
afterEach(() => {
	registry?.closeAllConnections();
	registry?.close();
	registry = undefined;
});

/** Runs the check against a registry that knows these advisories, or that answers no audits. */
const audit = async (
	advisories: Readonly<Record<string, unknown>> | undefined,
	environment: NodeJS.ProcessEnv = {},
) => {
	const asked: string[] = [];
	registry = http.createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		if (request.method !== "POST" || advisories === undefined) {
			response.writeHead(request.method === "POST" ? 405 : 404).end();
			return;
		}
		const body = Buffer.concat(chunks);
		const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
		asked.push(...Object.keys(JSON.parse(text.toString()) as object));
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify(advisories));
	});
	registry.listen(0, "127.0.0.1");
	await once(registry, "listening");
	const { port } = registry.address() as AddressInfo;
	const child = spawn(process.execPath, [SCRIPT], {
		env: {
			...{ PATH: process.env["PATH"], HOME: process.env["HOME"] },
			...{ npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: "0" },
			// npm remembers advisories by their number, whichever registry had them.
			npm_config_cache: cache.path,
			...environment,
		},
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.on("data", (chunk) => {
			output += String(chunk);
		});
	const [code] = (await once(child, "close")) as [number];
	return { code, output, asked };
};

const advisory = (name: string) => ({
	[name]: [
		{
			...{ id: 1, url: "https://example.com/advisory", title: "Reads beyond its end" },
			...{ severity: "high", vulnerable_versions: "*" },
		},
	],
});

describe("the check for known vulnerabilities before a release", () => {
	it("passes where the registry knows none, and asks about what is in the product's files", async () => {
		const { code, output, asked } = await audit({});
		expect([code, output]).toEqual([0, expect.stringContaining("No package that users get")]);
		expect(asked).toEqual(expect.arrayContaining(["zod", "express", "preact", "web-vitals"]));
	});

	it.each(["zod", "preact"])("stops a release with a vulnerable %s", async (name) => {
		const { code, output } = await audit(advisory(name));
		expect(code).toBe(1);
		expect(output).toContain(`high: ${name}`);
		expect(output).toContain("Reads beyond its end (https://example.com/advisory)");
	});

	it("does not stop for what only developers get", async () => {
		expect((await audit(advisory("publint"))).code).toBe(0);
	});

	it("says that nothing was checked where the registry answers no audits, and passes only if told to", async () => {
		const { code, output } = await audit(undefined);
		expect([code, output]).toEqual([2, expect.stringContaining("NOT CHECKED")]);
		const allowed = await audit(undefined, { ALLOW_UNAUDITED: "true" });
		expect([allowed.code, allowed.output]).toEqual([0, expect.stringContaining("NOT CHECKED")]);
	});
});
