import { createHash } from "node:crypto";
import type { PublishedScript } from "@footfall/gateway/pinned-scripts";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { type Embedding, SITES, startEmbedding } from "@footfall/testing/browser/embedding";
import { eventually } from "@footfall/testing/eventually";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let website: Embedding;
let gateway: string;
let published: PublishedScript[];

describeInChromium("a website that embeds the tracker", () => {
	beforeAll(async () => {
		website = await startEmbedding();
		gateway = website.gateway.url;
		({ scripts: published } = await (await fetch(`${gateway}/api/script.json`)).json());
	});
	afterAll(() => website?.close());

	const { plain, curious, recorded } = SITES;
	const tag = (attributes: string) => `<script ${attributes} defer></script>`;
	const byAddress = (siteId: string) => tag(`src="${gateway}/api/script.js?siteId=${siteId}"`);

	const pinned = (name: PublishedScript["name"]) => {
		const found = published.find((script) => script.name === name);
		if (found === undefined) throw new Error(`No ${name} script is published`);
		return found;
	};
	const pinnedTag = (name: PublishedScript["name"], siteId: string, integrity?: string) =>
		tag(
			`src="${gateway}${pinned(name).path}" integrity="${integrity ?? pinned(name).integrity}" crossorigin="anonymous" data-site-id="${siteId}"`,
		);

	/** How long requests and refusals may take to show; polled from outside, as a policy may forbid it in the page. */
	const WITHIN_MS = 60_000;

	/** Waits until a request for a path with this ending has arrived. */
	const fetchedFrom = async (page: Page, ending: string) => {
		const names = () =>
			page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
		await eventually(names, (all) => all.some((name) => name.endsWith(ending)), WITHIN_MS);
	};

	const FIRST_VIEW = ["pageview /shop?from=test"];

	describe("a tag", () => {
		it("with its site in the URL counts the view", async () =>
			expect(await website.story(await website.visit(byAddress(plain.id)))).toEqual(FIRST_VIEW));

		it("with its site in an attribute counts the view", async () => {
			const page = await website.visit(tag(`src="${gateway}/api/script.js" data-site-id="1"`));
			expect(await website.story(page)).toEqual(FIRST_VIEW);
		});
	});

	describe("a stub that stands in for the tracker", () => {
		const stub =
			"<script>window.footfall = { q: [], event: (...values) => footfall.q.push(['event', ...values]) }</script>";

		it("keeps the page's calls until the tracker is loaded", async () => {
			const page = await website.visit(
				`${stub}<script>footfall.event("early")</script>${byAddress(plain.id)}`,
			);
			expect(await website.story(page)).toEqual([
				...FIRST_VIEW,
				"custom_event early /shop?from=test",
			]);
		});
	});

	describe("a pinned tag", () => {
		it.each(["full", "core"] as const)("of the %s script counts the view", async (name) => {
			const page = await website.visit(pinnedTag(name, plain.id));
			expect(await website.story(page)).toEqual(FIRST_VIEW);
		});

		it("of the full script applies the site's current settings", async () => {
			const page = await website.visit(pinnedTag("full", curious.id));
			// Errors are captured only once the settings are loaded, which is when the view is sent.
			await expect.poll(() => website.requests).toContain("gateway /api/track");
			await Promise.all([
				page.waitForEvent("pageerror"),
				page.evaluate("setTimeout(() => { throw new RangeError('too far') })"),
			]);
			expect(await website.story(page)).toEqual([
				...FIRST_VIEW,
				"error RangeError /shop?from=test",
			]);
		});

		it("of the core script makes no other request before it sends", async () => {
			const page = await website.visit(pinnedTag("core", plain.id));
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(website.requests.slice(0, 2)).toEqual([
				`gateway ${pinned("core").path}`,
				"gateway /api/track",
			]);
		});

		it.each(["full", "core"] as const)(
			"of the %s script hides paths with the matching chunk",
			async (name) => {
				const tag = pinnedTag(name, plain.id).replace(
					"<script ",
					`<script data-mask-patterns='["/sh*"]' `,
				);
				const page = await website.visit(tag);
				expect(await website.story(page)).toEqual(["pageview /sh*"]);
				expect(website.requests).toContain(`gateway ${pinned("rare").path}`);
			},
		);

		it("runs nothing whose digest differs from its integrity", async () => {
			const page = await website.visit(pinnedTag("full", plain.id, pinned("vitals").integrity));
			expect(await page.evaluate("typeof footfall")).toBe("undefined");
		});
	});

	/** Everything that a policy has refused on the page so far. */
	const refusedBy = `<script>
	window.refused = [];
	addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
		refused.push(effectiveDirective + " " + blockedURI));
</script>`;

	describe("a strict content security policy", () => {
		/** One source for the scripts, one for what they send; the hash only allows this test's listener. */
		const policy = (...entries: string[]) => ({
			"content-security-policy": [
				"default-src 'none'",
				...entries,
				"require-trusted-types-for 'script'",
				"trusted-types 'none'",
			].join("; "),
		});
		const listener = `'sha256-${createHash("sha256")
			.update(/>([\s\S]*)</.exec(refusedBy)?.[1] ?? "")
			.digest("base64")}'`;

		it("needs one source for scripts and one for requests, vitals included", async () => {
			const page = await website.visit(
				refusedBy + byAddress(curious.id),
				policy(`script-src ${gateway} ${listener}`, `connect-src ${gateway}`),
			);
			await fetchedFrom(page, "/api/vitals.js");
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(await page.evaluate("refused")).toEqual([]);
		});

		it("needs the same two sources for a recording", async () => {
			const page = await website.visit(
				refusedBy + byAddress(recorded.id),
				policy(`script-src ${gateway} ${listener}`, `connect-src ${gateway}`),
			);
			await fetchedFrom(page, `/api/session-replay/record/${recorded.id}`);
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(await page.evaluate("refused")).toEqual([]);
		});

		it("needs no host for a pinned script, only its digest", async () => {
			const page = await website.visit(
				refusedBy + pinnedTag("core", plain.id),
				policy(`script-src '${pinned("core").integrity}' ${listener}`, `connect-src ${gateway}`),
			);
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(await page.evaluate("refused")).toEqual([]);
		});

		it("without the source for requests is reported as the reason why nothing arrives", async () => {
			const page = await website.visit(
				refusedBy + byAddress(plain.id),
				policy(`script-src ${gateway} ${listener}`),
			);
			const refused = () => page.evaluate<string[]>("refused");
			const [first] = await eventually(refused, ({ length }) => length > 0, WITHIN_MS);
			expect(first).toBe(`connect-src ${gateway}/api/track`);
		});
	});

	describe("a website that proxies the paths under a name of its own", () => {
		const firstParty = { "content-security-policy": "default-src 'self'" };

		it("contacts no other host for the script and for what it sends", async () => {
			const page = await website.visit(tag('src="/stats/x.js"'), firstParty);
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(website.requests).toEqual(
				expect.arrayContaining(["website /stats/x.js", "website /stats/track"]),
			);
			expect(website.requests.filter((request) => request.startsWith("gateway"))).toEqual([]);
		});

		it("supports a site that enables web vitals", async () => {
			const page = await website.visit(
				tag(`src="${pinned("full").path.replace("/api", "/stats")}" data-site-id="${curious.id}"`),
				firstParty,
			);
			await fetchedFrom(page, pinned("vitals").path.replace("/api", "/stats"));
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(website.requests.filter((request) => request.startsWith("gateway"))).toEqual([]);
		});

		it("supports a site that records visits", async () => {
			const page = await website.visit(
				tag(`src="${pinned("full").path.replace("/api", "/stats")}" data-site-id="${recorded.id}"`),
				firstParty,
			);
			await fetchedFrom(page, pinned("replay").path.replace("/api", "/stats"));
			await fetchedFrom(page, `/stats/session-replay/record/${recorded.id}`);
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(website.requests.filter((request) => request.startsWith("gateway"))).toEqual([]);
		});

		it("may serve a pinned script, and set the paths for its requests", async () => {
			const page = await website.visit(
				tag(
					`src="${pinned("full").path.replace("/api", "/stats")}" data-site-id="1" data-host="${website.origin}/stats"`,
				),
				firstParty,
			);
			expect(await website.story(page)).toEqual(FIRST_VIEW);
			expect(website.requests.filter((request) => request.startsWith("gateway"))).toEqual([]);
		});
	});

	describe("a page without scripts", () => {
		it("is counted by its noscript line, with the path of the page", async () => {
			await website.visit(
				`<noscript><img src="${gateway}/api/pixel.gif?site_id=${plain.id}" referrerpolicy="no-referrer-when-downgrade" alt=""></noscript>`,
				{},
				{ javaScriptEnabled: false },
			);
			const [view] = await website.gateway.appended(1);
			expect(view).toMatchObject({
				type: "pageview",
				site: plain.siteId,
				hostname: "localhost",
				pathname: "/shop",
				querystring: "?from=test",
				referrer: "",
			});
		});
	});
});
