import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
	CLIENT_GENERATORS,
	missingClientGenerators,
} from "@footfall/testing/product/client-generators";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const TOURS = fileURLToPath(new URL("clients", import.meta.url));

describeWithEngine("a client generated for another language", missingClientGenerators(), () => {
	const data = createTemporaryDirectory();
	const client = createTemporaryDirectory();
	const document = join(client.path, "openapi.json");
	let product: Product;
	beforeAll(async () => {
		product = await startProduct(data.path);
		const answer = await fetch(`${product.url}/api/openapi.json`);
		writeFileSync(document, await answer.text());
	});
	afterAll(async () => {
		await product?.stop();
		data.remove();
		client.remove();
	});

	const folderOf = (language: string): string => {
		const folder = join(client.path, language);
		cpSync(join(TOURS, language), folder, { recursive: true });
		return folder;
	};

	const inPython = async (caller: readonly string[]) => {
		const cwd = folderOf("python");
		const env = { ...process.env, PYTHONPATH: join(CLIENT_GENERATORS, "python") };
		const python = (...args: readonly string[]) => run("python3", args, { cwd, env });
		const output = ["--meta", "none", "--output-path", join(cwd, "footfall_client")];
		await python("-m", "openapi_python_client", "generate", "--path", document, ...output);
		return python("tour.py", ...caller);
	};

	const inGo = async (caller: readonly string[]) => {
		const cwd = folderOf("go");
		mkdirSync(join(cwd, "footfall"));
		const output = ["-package", "footfall", "-o", join(cwd, "footfall/client.go")];
		const generator = join(CLIENT_GENERATORS, "oapi-codegen");
		await run(generator, ["-generate", "types,client", ...output, document]);
		return run(join(CLIENT_GENERATORS, "go"), ["run", ".", ...caller], { cwd });
	};

	it.each([
		["Python", inPython],
		["Go", inGo],
	] as const)(
		"sends events, reads reports, pages and lines, and understands a refusal: %s",
		async (_language, tour) => {
			const { stdout } = await tour([product.url, product.apiKey, product.siteId]);
			expect(JSON.parse(stdout)).toEqual({
				tracked: true,
				overview: [2, 2],
				rows: [[["/pricing"], [2]]],
				pages: [1, 1, 0],
				refused: [true, "INVALID_REQUEST"],
				lines: [
					["first", 200],
					["second", 200],
				],
			});
		},
	);
});
