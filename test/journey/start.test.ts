import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const undo: (() => unknown)[] = [];
afterEach(async () => {
	for (const step of undo.splice(0).reverse()) await step();
});

const emptyDirectory = () => {
	const directory = createTemporaryDirectory();
	undo.push(directory.remove);
	return directory.path;
};

describe("a start that cannot succeed", () => {
	it("reports that the port is taken", async () => {
		const other = createServer().listen(0, "127.0.0.1");
		await once(other, "listening");
		undo.push(() => other.close());
		const { port } = other.address() as AddressInfo;
		await expect(startProduct(emptyDirectory(), { PORT: String(port) })).rejects.toThrow(
			`Port ${port} of 127.0.0.1 is in use: stop the program that listens there, or set PORT to another port.`,
		);
	});

	it("names each invalid variable", async () => {
		const variables = { PORT: "many", LOG_LEVEL: "loud" };
		await expect(startProduct(emptyDirectory(), variables)).rejects.toThrow(
			"  PORT: must be a port number from 0 to 65535\n  LOG_LEVEL: must be debug, info, warn, error or silent",
		);
	});
});

describe("a running product", () => {
	let product: Product;
	const data = createTemporaryDirectory();
	beforeAll(async () => {
		product = await startProduct(data.path);
	});
	afterAll(async () => {
		await product?.stop();
		data.remove();
	});

	it("locks its data: a second one reports who uses them", async () => {
		await expect(startProduct(data.path)).rejects.toThrow(
			`Process ${product.pid} already uses the data in ${data.path}. Stop it first`,
		);
		expect((await fetch(`${product.url}/ready`)).status).toBe(200);
	});

	it("keeps collecting while its backend is down, and restarts it", async () => {
		await product.kill("backend");
		const readiness = () => fetch(`${product.url}/ready`).then((response) => response.json());
		await expect.poll(readiness).toMatchObject({
			...{ ready: false, backend: false, queue: true, configuration: true },
		});
		const event = { type: "pageview", site_id: product.siteId, pathname: "/meanwhile" };
		const headers = { authorization: `Bearer ${product.apiKey}` };
		const sent = { method: "POST", headers, body: JSON.stringify(event) };
		expect((await fetch(`${product.url}/api/track`, sent)).status).toBe(200);
		// A signal takes a moment to arrive; a new backend takes far longer to start.
		const answer = () => fetch(`${product.url}/api/version`).then(({ status }) => status);
		await expect.poll(answer).toBe(503);
		await expect.poll(answer).toBe(200);
		await expect.poll(readiness).toMatchObject({ ready: true, backend: true });
	});

	it("serves the metrics of gateway, loader and api on its one address", async () => {
		const text = await (await fetch(`${product.url}/metrics`)).text();
		for (const series of [
			/^footfall_events_stored_total \d/m,
			/^footfall_loader_records_total\{.*process="backend".*\} \d/m,
			/^footfall_api_request_duration_seconds_bucket\{.*process="backend".*\} \d/m,
			/^footfall_store_bytes\{process="backend"\} /m,
			/^footfall_ready 1$/m,
			/^footfall_ready\{process="backend"\} 1$/m,
		])
			expect(text).toMatch(series);
		const helped = text.match(/^# HELP \S+/gm) ?? [];
		expect(new Set(helped).size).toBe(helped.length);
	});
});

describe("the printed sign-in link", () => {
	const swap = (product: Product, link: string) =>
		fetch(`${product.url}/api/auth/sign-in-link`, {
			method: "POST",
			headers: { "content-type": "application/json", origin: product.url },
			body: JSON.stringify({ token: link.split("#")[1] }),
		});

	it("signs in through the gateway once, and is not printed again", async () => {
		const data = emptyDirectory();
		const first = await startProduct(data);
		undo.push(() => first.stop());
		expect(first.output().match(/\/welcome#/g)).toHaveLength(1);
		expect(first.signInLink).toMatch(new RegExp(`^${first.url}/welcome#[\\w-]{32}$`));
		const page = await fetch(first.signInLink, { headers: { accept: "text/html" } });
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");

		const answer = await swap(first, first.signInLink);
		const cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
		const session = await fetch(`${first.url}/api/auth/get-session`, { headers: { cookie } });
		expect(await session.json()).toMatchObject({ user: { email: "admin@localhost.localdomain" } });
		expect((await swap(first, first.signInLink)).status).toBe(401);

		const live = await fetch(`${first.url}/api/sites/${first.siteId}/live`, {
			headers: { cookie },
		});
		const reader = live.body?.getReader();
		const { value } = (await reader?.read()) ?? {};
		expect(Buffer.from(value ?? []).toString()).toMatch(/^retry: 3000\n/);
		await reader?.cancel();
		await first.stop();

		const second = await startProduct(data);
		undo.push(() => second.stop());
		expect([second.signInLink, second.output()]).toEqual(["", expect.not.stringContaining("#")]);
	});
});

describe("a product that receives a signal to stop", () => {
	it("stops cleanly at SIGINT, and can be started again and stopped at SIGTERM", async () => {
		const data = emptyDirectory();
		for (const signal of ["SIGINT", "SIGTERM"] as const) {
			const product = await startProduct(data);
			expect(await product.stop(signal)).toBe(0);
		}
	});

	it("stops when the npm that started it is stopped", async () => {
		const product = await startProduct(emptyDirectory(), {}, {}, ["npm", "start"]);
		await product.stop();
		await expect(fetch(`${product.url}/ready`)).rejects.toThrow();
	});
});
