import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pageHeaders } from "@footfall/api/testing";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { RecordingGallery } from "../../packages/dashboard/gallery/recording.ts";
import { buildGallery } from "./gallery.ts";
import { hostileRecording } from "./hostile-recording.ts";

/** Runs in the page. */
declare const gallery: RecordingGallery;
const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript" };

let browser: Browser;
let folder: string;
let dashboard: Server;
let evil: Server;
/** The requests to each of the two servers. */
let asked: string[];
let evilAsked: string[];
let evilConnections: number;
let page: Page;
/** Only a recording that runs, or a click of a deceived person, would open these. */
let opened: string[];

const originOf = (server: Server, host: string) =>
	`http://${host}:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) =>
	new Promise<Server>((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));

/** The built page and the frame, with the headers of the product. */
const serveBuilt = () =>
	createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://x").pathname;
		asked.push(path);
		const isPlayer = path === "/player.html";
		const headers = pageHeaders({ isPlayer, hasPrivateKey: false, framing: undefined });
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		try {
			const body = await readFile(join(folder, path));
			response.setHeader("Content-Type", TYPES[path.split(".").at(-1) ?? ""] ?? "text/plain");
			response.end(body);
		} catch {
			response.writeHead(404).end();
		}
	});

/** Draws a recording, waits until its styles are loaded, and then performs an action of a person or of the page. */
const openHostile = async (isChecked: boolean) => {
	await page.evaluate(
		([events, checked]) => gallery.draw(events, { isChecked: checked, at: 100 }),
		[hostileRecording(originOf(evil, "127.0.0.1")), isChecked] as [unknown[], boolean],
	);
	await expect
		.poll(() =>
			page.evaluate(() => {
				const heading = gallery.drawn()?.querySelector("h1");
				return heading && getComputedStyle(heading).color;
			}),
		)
		.toBe("rgb(1, 2, 3)");
	await page.waitForTimeout(500);
	await page.evaluate(() => {
		const drawn = gallery.drawn();
		for (const link of drawn?.querySelectorAll<HTMLElement>(".click") ?? []) link.click();
		for (const form of drawn?.querySelectorAll<HTMLFormElement>(".send") ?? []) form.submit();
		for (const one of drawn?.querySelectorAll("h1, body, img, svg") ?? [])
			for (const name of ["pointerenter", "click", "load", "error", "focus"])
				one.dispatchEvent(new Event(name));
	});
	await page.waitForTimeout(500);
};

const whatHappened = async () => ({
	ran: await page.evaluate(() => "ranScript" in globalThis),
	opened,
	evilAsked,
	// The product's own URLs are forbidden as well: a cookie would be sent along.
	asked: asked.filter((path) => !path.startsWith("/assets/") && path !== "/favicon.ico"),
});
const NOTHING = {
	ran: false,
	opened: [],
	evilAsked: [],
	asked: ["/gallery/recording.html", "/player.html"],
};

describeInChromium("a hostile recording", () => {
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "footfall-recording-"));
		await buildGallery(folder, "gallery/recording.html");
		dashboard = await listening(serveBuilt());
		evil = await listening(
			createServer((request, response) => {
				evilAsked.push(request.url ?? "");
				response.setHeader("Access-Control-Allow-Origin", "*").end();
			}).on("connection", () => {
				evilConnections++;
			}),
		);
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		dashboard?.close();
		evil?.close();
		await rm(folder, { recursive: true, force: true });
	});

	beforeEach(async () => {
		asked = [];
		evilAsked = [];
		evilConnections = 0;
		opened = [];
		page = await browser.newPage();
		page.context().on("page", (popup) => opened.push(popup.url()));
		page.on("dialog", (dialog) => opened.push(dialog.message()));
		const address = `${originOf(dashboard, "localhost")}/gallery/recording.html`;
		page.on("framenavigated", (frame) => {
			if (frame === page.mainFrame() && frame.url() !== address) opened.push(frame.url());
		});
		await page.goto(address);
	});
	afterEach(() => page?.close());

	it("runs nothing, and none of its requests leaves the browser", async () => {
		await openHostile(true);
		expect(await whatHappened()).toEqual(NOTHING);
		expect(evilConnections).toBe(0);
	});

	it("runs nothing and fetches nothing in its frame, even without any earlier check", async () => {
		await openHostile(false);
		expect(await whatHappened()).toEqual(NOTHING);
	});

	it("is drawn in a frame without scripts, and the page keeps its focus", async () => {
		await openHostile(true);
		const sandboxes = await page.evaluate(() => {
			const outer = document.querySelector("#frame");
			const inner = gallery.drawn()?.defaultView?.frameElement;
			return [outer, inner].map((frame) => frame?.getAttribute("sandbox"));
		});
		expect(sandboxes).toEqual(["allow-same-origin", "allow-same-origin"]);
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
	});

	it("shows masked texts and fields as masked", async () => {
		await openHostile(true);
		const backgrounds = () =>
			page.evaluate(() =>
				[".masked-text", ".masked-field", "h1"].map((selector) => {
					const element = gallery.drawn()?.querySelector(selector);
					return element && getComputedStyle(element).backgroundImage.includes("repeating");
				}),
			);
		await expect.poll(backgrounds).toEqual([true, true, false]);
	});
});
