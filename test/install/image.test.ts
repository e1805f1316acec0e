import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { eventually } from "@footfall/testing/eventually";
import { browserHeaders } from "@footfall/testing/gateway/beacon";
import {
	type BuiltImage,
	createImage,
	inContainer,
	missingImageBuilder,
} from "@footfall/testing/install/image";
import { childrenOf } from "@footfall/testing/product/process-tree";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { describeWithEngine } from "@footfall/testing/require-engine";
import { afterAll, beforeAll, expect, it } from "vitest";

const BUILD_WITHIN_MS = 900_000;

describeWithEngine("the image", missingImageBuilder(), () => {
	let image: BuiltImage;
	let product: Product;
	const data = createTemporaryDirectory();
	const volume = join(data.path, "volume");
	const environment = ["HOST=127.0.0.1", "PORT=0"];

	const start = (remembered = {}) => {
		const { Entrypoint, Cmd } = image.configuration;
		const command = inContainer(image, { volume, environment }, [...Entrypoint, ...Cmd]);
		return startProduct(volume, {}, remembered, command);
	};

	/** The first process of the container; the started one only waits for it. */
	const firstProcess = () => {
		const [pid] = childrenOf(product.pid);
		// 0 would be this process and its whole process group.
		if (pid === undefined) throw new Error("The container has ended");
		return pid;
	};

	/** Signals the container's first process, and resolves to the exit code. */
	const end = async (signal: NodeJS.Signals) => {
		process.kill(firstProcess(), signal);
		return product.stop("SIGCONT");
	};

	const track = async (pathname: string) => {
		const { status } = await fetch(`${product.url}/api/track`, {
			method: "POST",
			headers: { ...browserHeaders, "content-type": "text/plain" },
			body: JSON.stringify({
				type: "pageview",
				site_id: product.siteId,
				hostname: "shop.example",
				pathname,
			}),
		});
		expect(status).toBe(200);
	};

	const pathsOnceThereAre = (count: number) =>
		eventually(
			async () => {
				const path = `/api/sites/${product.siteId}/events?page_size=200`;
				const { data: rows } = await product.get<{ data: { pathname: string }[] }>(path);
				return rows.map(({ pathname }) => pathname).sort();
			},
			(found) => found.length >= count,
		);

	const health = () => {
		const port = `PORT=${new URL(product.url).port}`;
		const [, ...command] = image.configuration.Healthcheck.Test;
		const options = { volume, environment: [port] };
		const [program, ...parameters] = inContainer(image, options, command);
		return spawnSync(program, parameters, { encoding: "utf8", timeout: 120_000 });
	};

	beforeAll(async () => {
		image = await createImage("footfall-analytics");
		// As on a new file system.
		mkdirSync(join(volume, "lost+found"), { recursive: true });
		chownSync(volume, 10_001, 10_001);
		product = await start();
	}, BUILD_WITHIN_MS);
	afterAll(async () => {
		if (product) await end("SIGKILL").catch(() => undefined);
		await image?.remove();
		data.remove();
	});

	it("declares its user, volume, port and health check", () => {
		expect(image.configuration).toMatchObject({
			User: "10001:10001",
			Volumes: { "/data": {} },
			ExposedPorts: { "3000/tcp": {} },
			Entrypoint: ["footfall"],
			Cmd: ["start"],
		});
	});

	it("runs as its own user and as the first process, on a read-only root", () => {
		const pid = firstProcess();
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		expect(status).toMatch(/^Uid:\s10001\s/m);
		expect(status).toMatch(/^NSpid:\s\d+\s1$/m);
		expect(readFileSync(`/proc/${pid}/mounts`, "utf8")).toMatch(/^\S+ \/ \S+ ro,/m);
	});

	it("serves its dashboard through the printed link", async () => {
		const browser = await launchChromium();
		const page = await browser.newPage();
		await page.goto(product.signInLink);
		await page.getByRole("button", { name: /example/i }).waitFor();
		await browser.close();
	});

	it("is healthy while it answers", () => {
		expect(health()).toMatchObject({ status: 0, stderr: "" });
	});

	it("loses nothing of its volume when its container is killed", async () => {
		await track("/");
		expect(await pathsOnceThereAre(1)).toEqual(["/"]);
		await track("/just-before");
		await end("SIGKILL");
		product = await start({ apiKey: product.apiKey });
		await track("/after-it");
		expect(await pathsOnceThereAre(3)).toEqual(["/", "/after-it", "/just-before"]);
	});

	it("stops cleanly at SIGTERM, and is unhealthy then", async () => {
		expect(await end("SIGTERM")).toBe(0);
		expect(health().status).toBe(1);
	});
});
