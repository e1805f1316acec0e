import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOfApp } from "@footfall/testing/accounts/authenticator-app";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import { startWebsite, type Website } from "@footfall/testing/dashboard/website";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, expect, it } from "vitest";

const CLOCK = import.meta.resolve("@footfall/testing/product/movable-clock");
const LATE_MS = 16 * 60_000;
/** The product promises a minute; a machine that runs other work meanwhile may take a while to start the product. */
const FIRST_RUN_MS = 60_000;

interface Outcomes {
	data: { bot: number; botLayers: Record<string, number>; filtered: Record<string, number> };
}

inEachBrowser((journey) => {
	const directory = createTemporaryDirectory();
	const clockAhead = join(directory.path, "clock-ahead");
	const isNew = journey.engine.name === "Chromium";
	/** The product creates a missing data directory, as on a new machine; once is enough. */
	const dataDirectory = join(directory.path, "data");
	let product: Product;
	let website: Website;

	beforeAll(async () => {
		if (!isNew) mkdirSync(dataDirectory);
		website = await startWebsite();
		product = await startProduct(dataDirectory, {
			NODE_OPTIONS: `--import ${CLOCK}`,
			CLOCK_AHEAD_FILE: clockAhead,
		});
	});
	afterAll(async () => {
		await product?.stop();
		await website?.close();
		directory.remove();
	});

	const ask = async (path: string, method: string, body: object) => {
		const answer = await fetch(product.url + path, {
			method,
			headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		expect(answer.ok, `${method} ${path}`).toBe(true);
		return answer.json();
	};

	it("the printed link leads from nothing to the owner's own first visit, without a password", async () => {
		const startedAt = performance.now();
		const owner = await journey.visitor(product.signInLink);
		await owner.sees("heading", "Count your first visit");
		await owner.fill("Name", "Quill");
		await owner.fill("Domain", "quill.example");
		await owner.click("button", "Next");
		await owner.sees("heading", "Quill, quill.example");
		const [snippet = ""] = /<script src=\S+ defer><\/script>/.exec(await owner.text()) ?? [];
		expect(snippet).toContain(product.siteId);
		await owner.click("button", "I have added it");
		await owner.sees("status", "Waiting for the first visit");

		website.head = snippet;
		await journey.visitor(`${website.origin}/pricing`);
		await owner.tab.show();
		await owner.sees("heading", "First visit");
		expect(await owner.text()).toContain("/pricing");
		await owner.click("link", "Open the overview");
		await owner.sees("heading", "Overview");
		expect((await owner.address()).pathname).toBe(`/${product.siteId}`);
		expect(performance.now() - startedAt).toBeLessThan(FIRST_RUN_MS);
	});

	it("whoever came by the printed link sets up an authenticator app, replaces its codes and removes it, and is asked for no password", async () => {
		const owner = await journey.visitor(`${product.url}/account`);
		await owner.click("button", "Set up the app");
		const dialog = owner.within("dialog");
		await dialog.click("button", "Continue");
		await dialog.sees("img", "QR code for the authenticator app");
		const [, secret = ""] =
			/key into the app: ((?:[A-Z2-7]{1,4} )+)/.exec(await owner.text()) ?? [];
		await dialog.fill("Code that the app shows", codeOfApp(secret.trim(), Date.now()));
		await dialog.click("button", "Confirm");
		await dialog.click("button", "I have kept the codes");
		await owner.click("button", "New recovery codes");
		await dialog.click("button", "New recovery codes");
		await dialog.click("button", "I have kept the codes");
		await owner.seesNo("dialog");
		await owner.click("button", "Remove");
		await dialog.sees("button", "Remove");
		expect(await dialog.count("textbox")).toBe(0);
		await dialog.click("button", "Remove");
		await owner.sees("button", "Set up the app");
		expect(await owner.text()).not.toContain("The password is incorrect");
	});

	it("a visit that is excluded, and one that is taken for a bot, are named with the reason", async () => {
		const owner = await journey.visitor(`${product.url}/sites`);
		const [organization] = await product.get<{ id: string }[]>("/api/organizations");
		const { id, siteId } = (await ask(`/api/organizations/${organization?.id}/sites`, "POST", {
			name: "Ink",
			domain: "ink.example",
			countAllHosts: true,
		})) as { id: string; siteId: number };
		await ask(`/api/sites/${siteId}/config`, "PUT", { excludedPaths: ["/internal/**"] });
		// Until the gateway has the setting, this is a bot's visit, which is not what the page waits for.
		await eventually(
			async () => {
				const visit = { type: "pageview", site_id: id, hostname: "ink.example" };
				const answer = await sendBeacon(
					product.url,
					{ ...visit, pathname: "/internal/x" },
					{ "user-agent": "curl/8.5.0" },
				);
				return answer.text();
			},
			(text) => text.includes("path excluded"),
		);

		await owner.open(`${product.url}/welcome?site=${id}`);
		await owner.click("button", "I have added it");
		await owner.sees("status", "Waiting for the first visit");
		website.head = `<script src="${product.url}/api/script.js?siteId=${id}" defer></script>`;
		await journey.visitor(`${website.origin}/robot`);
		await journey.visitor(`${website.origin}/internal/page`);
		await owner.tab.show();
		const { data: outcomes } = await eventually(
			() => product.get<Outcomes>(`/api/sites/${id}/outcomes`),
			({ data: { botLayers, filtered } }) =>
				(botLayers["client_signals"] ?? 0) > 0 && (filtered["path"] ?? 0) > 1,
		);
		await owner.sees("heading", "Nothing counted yet. Received so far:");
		// The page asks again every few seconds, and may have done so before the last of the visits.
		const said = await eventually(
			() => owner.text(),
			(text) =>
				text.includes(`Excluded: ${outcomes.filtered["path"]} By the site's exclusions: path.`),
		);
		expect(said).toMatch(/Counted as bots: \d+ Detected by: .*signs of browser automation/);
		expect(said).not.toContain("First visit");
	});

	it("a host that is not allowed is named, and one click allows it", async () => {
		const owner = await journey.visitor(`${product.url}/sites`);
		const [organization] = await product.get<{ id: string }[]>("/api/organizations");
		const { id } = (await ask(`/api/organizations/${organization?.id}/sites`, "POST", {
			name: "Paper",
			domain: "paper.example",
		})) as { id: string };
		const visit = {
			type: "pageview",
			site_id: id,
			hostname: "Copy.paper-mirror.test",
			pathname: "/",
		};
		await eventually(
			async () => (await sendBeacon(product.url, visit)).text(),
			(text) => text.includes("host excluded"),
		);
		await owner.open(`${product.url}/welcome?site=${id}`);
		await owner.click("button", "I have added it");
		await owner.sees("status", "Waiting for the first visit");
		await owner.sees("heading", "Nothing counted yet. Received so far:");
		await eventually(
			() => owner.text(),
			(text) => /Excluded: copy\.paper-mirror\.test \(\d+\)/.test(text),
		);
		await owner.click("button", "Count copy.paper-mirror.test");
		await eventually(
			async () => (await sendBeacon(product.url, visit)).json(),
			(reply) => JSON.stringify(reply) === '{"success":true}',
		);
		await owner.sees("heading", "First visit");

		const other = { ...visit, hostname: "localhost" };
		await sendBeacon(product.url, other);
		await owner.open(`${product.url}/${id}/settings/exclusions`);
		await owner.sees("button", "Count localhost");
		const text = await owner.text();
		expect(text).toContain("copy.paper-mirror.test");
		expect(text).not.toContain("Excluded: copy.paper-mirror.test");
	});

	it("a site on localhost keeps its step and its snippet over a reload, and Back leads to the step before", async () => {
		const owner = await journey.visitor(`${product.url}/sites`);
		const [organization] = await product.get<{ id: string }[]>("/api/organizations");
		const { id } = (await ask(`/api/organizations/${organization?.id}/sites`, "POST", {
			name: "Desk",
			domain: "localhost",
		})) as { id: string };
		await owner.open(`${product.url}/welcome?site=${id}&step=1`);
		await owner.sees("heading", "Your site");
		await owner.click("button", "Next");
		await owner.sees("heading", "Desk, localhost");
		await owner.click("tab", "Vue");
		const place = await owner.address();
		await owner.open("about:blank");
		await owner.open(place.href);
		await owner.sees("heading", "Desk, localhost");
		expect(await owner.text()).toContain("main.ts");
		await owner.click("button", "I have added it");
		await owner.sees("status", "Waiting for the first visit");
		await owner.open("about:blank");
		await owner.open(`${product.url}/welcome?site=${id}&step=3`);
		await owner.sees("status", "Waiting for the first visit");
		await owner.click("button", "Show the line");
		await owner.sees("button", "I have added it");
		await owner.tab.evaluate("history.back()");
		await owner.sees("status", "Waiting for the first visit");
		await eventually(
			async () =>
				(
					await sendBeacon(product.url, {
						type: "pageview",
						site_id: id,
						hostname: "localhost",
						pathname: "/",
					})
				).json(),
			(reply) => JSON.stringify(reply) === '{"success":true}',
		);
		await owner.sees("heading", "First visit");
	});

	it("a link that was used or has expired is refused, and the page explains how to get another", async () => {
		const used = await journey.stranger(product.signInLink);
		await used.sees("heading", "This sign-in link has been used");
		expect(await used.text()).toContain("footfall admin sign-in-link");
		expect((await used.address()).hash).toBe("");

		const { port } = new URL(product.url);
		const command = runCommand(["admin", "sign-in-link"], { DATA_DIR: dataDirectory, PORT: port });
		const [link] = await command.says(/http\S+\/welcome#\S+/);
		writeFileSync(clockAhead, String(LATE_MS));
		await used.open("about:blank");
		await used.open(link);
		await used.sees("heading", "This sign-in link has expired");
		expect(await used.text()).toContain("footfall admin sign-in-link");
		await used.click("link", "Sign in with email");
		await used.sees("heading", "Sign in");
	});
});
