import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eventually } from "@footfall/testing/eventually";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PERSON = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SCHEMA = {
	type: "object",
	properties: { price: { type: "number" }, plan: { enum: ["free", "pro"] } },
	required: ["price"],
	additionalProperties: false,
};
const PURCHASE = { event: "purchase", mode: "quarantine", schema: SCHEMA };

const data = createTemporaryDirectory();
const files = createTemporaryDirectory();
let product: Product;
let site = "";
beforeAll(async () => {
	product = await startProduct(data.path);
	site = `/api/sites/${product.siteId}`;
});
afterAll(async () => {
	await product?.stop();
	data.remove();
	files.remove();
});

const ask = async (path: string, method = "GET", body?: object) => {
	const response = await fetch(product.url + path, {
		method,
		headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
};
const purchase = (id: string, properties: object) =>
	ask("/api/track", "POST", {
		...{ site_id: product.siteId, type: "custom_event", event_name: "purchase", id, properties },
		...{ hostname: "shop.example", pathname: "/", user_agent: PERSON, ip_address: "192.0.2.1" },
	});
/** While the backend is busy, the gateway answers that. */
const answer = (path: string, isDone: (body: { data: never }) => boolean) =>
	eventually(
		() => ask(path),
		({ status, body }) => status === 200 && isDone(body),
	);
const quarantined = (total: number) =>
	answer(
		`${site}/quarantined-events`,
		({ data }: { data: { total: number } }) => data.total === total,
	);
/** How many purchases reports count. */
const purchases = async (): Promise<number> => {
	const { body } = await ask(`${site}/events/names?time_zone=UTC`);
	const names: { eventName: string; count: number }[] = body.data;
	return names.find(({ eventName }) => eventName === "purchase")?.count ?? 0;
};

describe("an event that does not fit the schema of its site", () => {
	it("is quarantined and counted, and in no report", async () => {
		const saved = await ask(`${site}/event-schemas`, "PUT", { schemas: [PURCHASE] });
		expect(saved.status).toBe(200);
		// Until the gateway knows the schema, the event would be stored.
		let probes = 0;
		await eventually(
			() => purchase(`probe-${probes++}`, { price: "?" }),
			({ body }) => body.message !== undefined,
		);
		expect((await purchase("wrong", { cost: 9 })).body).toEqual({
			success: true,
			message: "Event quarantined - it does not fit its schema",
			warnings: [
				"/price required: is required",
				"additionalProperties: must have no other properties",
			],
		});
		expect((await purchase("right", { price: 5 })).body).toEqual({ success: true });
		await quarantined(2);
		await answer(`${site}/schema-violations`, ({ data }: { data: object[] }) => data.length === 3);
		expect((await ask(`${site}/schema-violations`)).body.data).toContainEqual({
			...{ event: "purchase", rule: "/price required", message: "is required", count: 1 },
			examples: [""],
		});
		await answer(
			`${site}/outcomes`,
			({ data }: { data: { quarantined: number } }) => data.quarantined === 2,
		);
		// The probes before the schema was known, and the one that fits.
		await eventually(purchases, (count) => count === probes);
	});

	it("is corrected by a rule, sent through again, and counted once, however often that is asked for", async () => {
		const before = await purchases();
		const rules = [{ action: "rename", target: "properties.cost", to: "price" }];
		expect((await ask(`${site}/config`, "PUT", { rules })).status).toBe(200);
		// Until the gateway knows the rule, the event would be quarantined again.
		let probes = 0;
		await eventually(
			() => purchase(`ruled-${probes++}`, { cost: 1 }),
			({ body }) => body.message === undefined,
		);
		await quarantined(1 + probes);
		const resend = (body: object) => ask(`${site}/quarantined-events/resend`, "POST", body);
		expect((await resend({ ids: ["wrong"] })).body).toEqual({ data: { total: 1 } });
		expect((await resend({ ids: ["wrong"] })).status).toBe(200);
		await quarantined(probes);
		await eventually(purchases, (count) => count === before + 2);
		expect((await resend({ ids: ["wrong"] })).body).toEqual({ data: { total: 0 } });
		expect((await purchase("wrong", { cost: 9 })).body).toEqual({ success: true });
		// One that still does not fit stays, and later events show that nothing was counted twice.
		expect((await resend({ event: "purchase", rule: "/price type" })).body).toEqual({
			data: { total: 1 },
		});
		await purchase("last", { price: 2 });
		await eventually(purchases, (count) => count >= before + 3);
		expect(await purchases()).toBe(before + 3);
	});
});

const footfall = async (...parameters: string[]) => {
	const command = runCommand([...parameters, "--site", product.siteId], {
		...{ FOOTFALL_URL: product.url, FOOTFALL_API_KEY: product.apiKey, LOG_LEVEL: "silent" },
	});
	const { code } = await command.ended;
	return { code, printed: command.output() };
};

describe("the commands for event schemas", () => {
	it("write a site's schemas to files, and save those of files", async () => {
		const path = join(files.path, "purchase.json");
		expect(await footfall("schemas", "pull", files.path)).toEqual({
			code: 0,
			printed: `${path}\n`,
		});
		expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(PURCHASE);
		expect(await footfall("schemas", "push", files.path)).toEqual({
			...{ code: 0, printed: "Nothing has changed.\n" },
		});
		const signup = { event: "sign up", mode: "watch", schema: { required: ["plan"] } };
		writeFileSync(join(files.path, "signup.json"), JSON.stringify(signup));
		expect(await footfall("schemas", "push", files.path)).toEqual({
			...{ code: 0, printed: "sign up: added, mode watch\n" },
		});
		await footfall("schemas", "pull", files.path);
		expect(readdirSync(files.path)).toContain("sign%20up.json");
	});

	it("refuse a file that says something else, and quote what the instance refuses", async () => {
		const other = createTemporaryDirectory();
		const push = () => footfall("schemas", "push", other.path);
		writeFileSync(join(other.path, "a.json"), '{"event":"a","mode":"strict","schema":{}}');
		expect(await push()).toEqual({ code: 78, printed: expect.stringContaining('"watch", "warn"') });
		const schema = { properties: { b: { $ref: "#" } } };
		writeFileSync(join(other.path, "a.json"), JSON.stringify({ event: "a", mode: "warn", schema }));
		expect(await push()).toEqual({
			...{ code: 78, printed: expect.stringContaining("a: /properties/b/$ref: The keyword") },
		});
		other.remove();
	});

	it("write types with which the compiler accepts right calls of the tracker and refuses wrong ones", async () => {
		const sources = createTemporaryDirectory();
		const at = (name: string) => join(sources.path, name);
		expect(await footfall("types", "--to", at("events.ts"))).toEqual({ code: 0, printed: "" });
		const calls = (text: string) => `import { event } from "footfall-tracker";\n${text}\n`;
		const compile = async (text: string) => {
			writeFileSync(at("calls.ts"), calls(text));
			const tsc = join(ROOT, "node_modules/typescript-7/bin/tsc");
			const tracker = join(ROOT, "packages/tracker/dist/index.d.ts");
			const options = {
				...{ strict: true, noEmit: true, module: "nodenext", target: "esnext", types: [] },
				paths: { "footfall-tracker": [tracker] },
			};
			writeFileSync(
				at("tsconfig.json"),
				JSON.stringify({ compilerOptions: options, files: ["events.ts", "calls.ts"] }),
			);
			const arguments_ = [tsc, "-p", sources.path, "--pretty", "false"];
			return promisify(execFile)(process.execPath, arguments_, { cwd: sources.path }).then(
				() => "",
				({ stdout }: { stdout: string }) => stdout,
			);
		};
		expect(
			await compile(
				'event("purchase", { price: 1, plan: "pro" });\nevent("sign up", { plan: "x" });',
			),
		).toBe("");
		for (const [wrong, fault] of [
			['event("purchase", { price: "1" });', "TS2322"],
			['event("purchase", { price: 1, plan: "gold" });', "TS2322"],
			['event("purchase", { price: 1, prize: 2 });', "TS2561"],
			['event("purchase");', "TS2554"],
			['event("purchse", { price: 1 });', "TS2345"],
		] as const)
			expect([wrong, await compile(wrong)]).toEqual([
				wrong,
				expect.stringMatching(new RegExp(`^calls\\.ts\\(2,\\d+\\): error ${fault}: `)),
			]);
		sources.remove();
	});
});
