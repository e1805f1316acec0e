import { execFile } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const tsc = join(root, "node_modules/typescript/bin/tsc");
const tour = fileURLToPath(new URL("generated-client/tour.ts", import.meta.url));

const data = createTemporaryDirectory();
const client = createTemporaryDirectory();
let product: Product;
beforeAll(async () => {
	product = await startProduct(data.path, { ALLOW_SIGNUP: "true" });
});
afterAll(async () => {
	await product?.stop();
	data.remove();
	client.remove();
});

const OPTIONS = {
	compilerOptions: {
		strict: true,
		noUncheckedIndexedAccess: true,
		target: "ES2023",
		module: "NodeNext",
		types: ["node"],
		allowImportingTsExtensions: true,
		rewriteRelativeImportExtensions: true,
		outDir: "built",
	},
	files: ["tour.ts"],
};

/** The compiler's errors; empty if there are none. */
const compiled = () =>
	run(process.execPath, [tsc, "-p", client.path]).then(
		({ stdout }) => stdout,
		({ stdout }: { stdout: string }) => stdout,
	);

describe("a client generated from the OpenAPI document", () => {
	it("compiles strictly, and covers a customer's calls from sign-up to deletion", async () => {
		const types = await openapiTS(new URL("/api/openapi.json", product.url));
		writeFileSync(join(client.path, "schema.ts"), astToString(types));
		writeFileSync(join(client.path, "tsconfig.json"), JSON.stringify(OPTIONS));
		writeFileSync(join(client.path, "package.json"), '{"type":"module"}');
		symlinkSync(join(root, "node_modules"), join(client.path, "node_modules"));
		copyFileSync(tour, join(client.path, "tour.ts"));
		expect(await compiled()).toBe("");

		const entry = fileURLToPath(new URL("built/tour.js", pathToFileURL(`${client.path}/`)));
		const { stdout } = await run(process.execPath, [entry, product.url]);
		expect(JSON.parse(stdout)).toEqual({
			hasVersion: true,
			name: "Tourist",
			nobody: [401, "AUTHENTICATION_REQUIRED"],
			site: ["tour.example.com", true],
			config: [true, true, true],
			disabledBotLayers: ["rate_anomaly"],
			excluded: ["192.0.2.0/24"],
			keys: [["Of a person"], "Renamed"],
			organizations: [["tour", "owner", 1]],
			members: [["owner", "tourist@example.com"]],
			annotations: [["Opened for good", "2026-01-01T00:00:00.000Z"]],
			segment: ["Home", true],
			tracked: {
				success: true,
				accepted: 2,
				results: [{ status: "stored" }, { status: "stored" }],
			},
			tracking: [true, true],
			seen: { pageviews: 1, sessions: 1 },
			goals: [["path", 1]],
			funnels: [["To thanks", 2]],
			hasFunnelId: true,
			pages: [["/home", 1]],
			events: ["custom_event", "pageview"],
			refused: "Invalid start_date value",
			asVisitor: false,
			deleted: true,
			gone: 404,
			revoked: 401,
		});
	});
});
