import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describeInChromium } from "@footfall/testing/browser/describe-in-chromium";
import { launchChromium } from "@footfall/testing/browser/engines/chromium-path";
import { expectNoAxeViolations } from "@footfall/testing/dashboard/axe";
import {
	askProduct,
	createSite,
	type MadeSite,
	sendVisit,
} from "@footfall/testing/dashboard/dashboard-product";
import { openPage } from "@footfall/testing/dashboard/open-page";
import { settled } from "@footfall/testing/dashboard/settled";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { type ArrivedMail, openMailbox } from "@footfall/testing/mail/mailbox";
import { textOfMail } from "@footfall/testing/mail/parsed-mail";
import { freePorts } from "@footfall/testing/network/free-ports";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { setClock } from "@footfall/testing/product/set-clock";
import type { Browser, Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

const CLOCK = import.meta.resolve("@footfall/testing/product/movable-clock");
const OWNER = { email: "owner@example.com", password: "correct horse battery" };
const OUTSIDE = "jane@outside.example";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const VIEWS = 20;
/** Slow enough for the product to evaluate each, as one that skips some begins anew. */
const SECONDS_OF_MINUTE = 3;

/** A call of a webhook, as its receiver got it. */
interface Called {
	headers: IncomingHttpHeaders;
	body: string;
}

/** A receiver of webhooks, which keeps what it gets. */
const openHooks = async () => {
	const calls: Called[] = [];
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		calls.push({ headers: request.headers, body });
		response.end();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	return { calls, url, close: () => server.close() };
};

let browser: Browser;
let product: Product;
let owned: { url: string; apiKey: string; organizationId: string };
let site: MadeSite;
/** At noon, the days and hours of reports are the same whenever this runs. */
let ahead = (DAY_MS * 1.5 - (Date.now() % DAY_MS)) % DAY_MS;

const directory = createTemporaryDirectory();
const clockFile = join(directory.path, "clock");

/** Time passes for the product. */
const pass = (ms: number) => {
	ahead += ms;
	setClock(clockFile, ahead, ahead);
};
/** Lets a minute pass now and then until there is an answer; the product needs time of its own for each. */
const minutesUntil = <Answer>(find: () => Answer | undefined): Promise<Answer> => {
	let passedAt = Number.NEGATIVE_INFINITY;
	const look = async () => {
		if (performance.now() - passedAt > SECONDS_OF_MINUTE * 1000) {
			passedAt = performance.now();
			pass(MINUTE_MS);
		}
		return find();
	};
	return eventually(look, (found) => found !== undefined) as Promise<Answer>;
};

const open = async (path: string, width = 1280) => {
	const opened = await openPage(browser, owned, OWNER, { viewport: { width, height: 900 } });
	await opened.page.goto(path);
	await settled(opened.page);
	return opened;
};
/** The page that a mailed link opens, for somebody without an account. */
const openMailed = async (address: string, width: number) => {
	const opened = await openPage(browser, owned, undefined, { viewport: { width, height: 900 } });
	await opened.page.goto(address);
	await opened.page.getByRole("heading", { level: 1 }).waitFor();
	return opened;
};
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sideways = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const linkIn = (mail: ArrivedMail, path: string): string => {
	const text = textOfMail(mail) ?? "";
	return text.split(/\s/).find((word) => word.includes(path)) ?? "";
};

describeInChromium("what a product tells people who do not look at it", () => {
	let box: Awaited<ReturnType<typeof openMailbox>>;
	let hooks: Awaited<ReturnType<typeof openHooks>>;
	const mails: ArrivedMail[] = [];
	const mailTo = (to: string, subject: RegExp) => {
		mails.push(...box.taken());
		const index = mails.findIndex(
			(mail) => mail.to === to && subject.test(mail.headers.get("subject") ?? ""),
		);
		return index < 0 ? undefined : mails.splice(index, 1)[0];
	};

	beforeAll(async () => {
		setClock(clockFile, ahead);
		[browser, box, hooks] = await Promise.all([launchChromium(), openMailbox(), openHooks()]);
		const [port = 0] = await freePorts(1);
		const url = `http://localhost:${port}`;
		product = await startProduct(join(directory.path, "data"), {
			...{ PORT: String(port), BASE_URL: url, NODE_OPTIONS: `--import ${CLOCK}` },
			...{ CLOCK_AHEAD_FILE: clockFile, DESTINATION_PRIVATE_NETWORKS: "true" },
			...{ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
			...{ SMTP_URL: box.settings.smtpUrl, MAIL_FROM: box.settings.from },
		});
		const { apiKey } = product;
		const [organization] = await askProduct<{ id: string }[]>(
			{ url, apiKey },
			"/api/organizations",
		);
		owned = { url, apiKey, organizationId: organization?.id ?? "" };
		site = await createSite(owned, "Shop");
	});
	afterAll(async () => {
		await product?.stop();
		hooks?.close();
		await box?.close();
		await browser?.close();
		directory.remove();
	});

	it("is an alert, sent signed to a webhook when it fires and when it is over, with its numbers on its page", async () => {
		const { page, troubles, close } = await open(`/organization/${owned.organizationId}/channels`);
		await button(page, "Add channel").click();
		const channel = page.getByRole("dialog", { name: "Add channel" });
		await channel.getByLabel("Kind").selectOption("Webhook");
		await channel.getByLabel("Name").fill("Hook");
		await channel.getByLabel("Address").fill(hooks.url);
		await channel.getByRole("button", { name: "Add channel" }).click();
		const shown = page.getByRole("dialog", { name: "Signing secret" });
		const secret = await shown.locator("code").innerText();
		await shown.getByRole("button", { name: "Close" }).last().click();

		await page.goto(`/${site.id}/alerts/new`);
		const form = page.getByRole("region", { name: "New alert" });
		await form.getByRole("button", { name: /^Figure: / }).click();
		await page.getByRole("combobox", { name: "Search figures" }).fill("page views");
		await page.getByRole("option", { name: "Page views", exact: true }).click();
		await form.getByLabel("Comparison").selectOption("above");
		await form.getByLabel("Number").fill("5");
		await form.getByLabel("Period").selectOption("15 minutes");
		await form.getByLabel("Hook · Webhook").check();
		await form.getByLabel("Name").fill("Crowd");
		await button(page, "Save alert").click();
		await page.getByText("It has not fired yet").waitFor();

		await sendVisit(owned, site, { pathname: "/0" });
		for (let view = 1; view < VIEWS; view++) {
			const event = { type: "pageview", hostname: "shop.example", pathname: `/${view}` };
			await sendBeacon(product.url, { ...event, site_id: site.id });
		}
		// Minutes pass faster than events are stored.
		await eventually(
			() => askProduct<{ data: object[] }>(owned, `/api/sites/${site.id}/events?page_size=200`),
			({ data }) => data.length === VIEWS,
		);
		const verified = ({ headers, body }: Called) => {
			// The product's clock is ahead of this one.
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ahead });
			try {
				const given = headers as Record<string, string>;
				return new Webhook(secret).verify(body, given) as {
					type: string;
					data: { title: string; details: { numbers: object; endedAt?: string } };
				};
			} finally {
				vi.useRealTimers();
			}
		};
		const began = verified(await minutesUntil(() => hooks.calls[0]));
		expect(began).toMatchObject({
			type: "alert.firing",
			data: { title: "Alert: Crowd (Shop)", details: { numbers: { value: VIEWS } } },
		});
		await page.reload();
		await settled(page);
		await page.getByText("not over yet").waitFor();
		await page.getByText(`${VIEWS} within 15 minutes, more than 5.`).waitFor();

		pass(20 * MINUTE_MS);
		const over = verified(await minutesUntil(() => hooks.calls[1]));
		expect(over).toMatchObject({ type: "alert.resolved", data: { title: "Over: Crowd (Shop)" } });
		expect(over.data.details.endedAt).toBeDefined();
		const ids = hooks.calls.map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids).size).toBe(2);
		await page.reload();
		await settled(page);
		await page.getByText(/^lasted /).waitFor();
		expect(hooks.calls).toHaveLength(2);
		expect(troubles).toEqual([]);
		await close();
	});

	it("is a report by mail, at once and when it is due, until its reader unsubscribes with one click", async () => {
		const { page, troubles, close } = await open(`/${site.id}/settings/mails/new`);
		const form = page.getByRole("region", { name: "New report mail" });
		await form.getByLabel("Name").fill("Daily figures");
		await form.getByLabel("Every").selectOption("day");
		await form.getByLabel("Address").fill(OUTSIDE);
		await button(page, "Add").click();
		await button(page, `Remove ${OUTSIDE}`).waitFor();
		await button(page, "Save report mail").click();
		await page.getByRole("row", { name: new RegExp(`${OUTSIDE}.*Has not agreed yet`) }).waitFor();

		const consent = await minutesUntil(() => mailTo(OUTSIDE, /^Confirm that you want reports/));
		const address = linkIn(consent, "/api/report-mails/confirm");
		for (const width of [1280, 320]) {
			const mailed = await openMailed(address, width);
			for (const colorScheme of ["light", "dark"] as const) {
				await mailed.page.emulateMedia({ colorScheme });
				await expectNoAxeViolations(mailed.page, `consent at ${width} px in ${colorScheme}`);
			}
			expect(await sideways(mailed.page)).toBe(0);
			if (width === 320) {
				await button(mailed.page, "Get reports").click();
				await mailed.page.getByRole("heading", { name: "Confirmed" }).waitFor();
				await expectNoAxeViolations(mailed.page, "the consent given");
			}
			await mailed.close();
		}

		await button(page, "Send me one now").click();
		const asked = await minutesUntil(() => mailTo(OWNER.email, /^Shop: /));
		expect(textOfMail(asked)).toContain("Sent because somebody asked for it");
		const unsubscribing = async (mail: ArrivedMail) => {
			expect(mail.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
			const target = /^<(.+)>$/.exec(mail.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
			// As RFC 8058 says: without cookies, and without following a redirect.
			const answer = await fetch(target, {
				...({ method: "POST", redirect: "error" } as const),
				headers: { "content-type": "application/x-www-form-urlencoded" },
				body: "List-Unsubscribe=One-Click",
			});
			expect(answer.status).toBe(200);
		};
		await unsubscribing(asked);

		pass(DAY_MS);
		const due = await minutesUntil(() => mailTo(OUTSIDE, /^Shop: /));
		expect(textOfMail(due)).toMatch(new RegExp(`Page views +${VIEWS} `));
		await unsubscribing(due);
		const path = `/api/organizations/${owned.organizationId}`;
		const stored = async () => {
			const { data } = await askProduct<{
				data: { lastPeriod: string | null; recipients: { state: string }[] }[];
			}>(owned, `${path}/report-mails`);
			return data[0];
		};
		const before = await stored();
		expect(before?.recipients.map(({ state }) => state)).toEqual(["unsubscribed", "unsubscribed"]);
		pass(DAY_MS);
		await eventually(stored, (now) => now?.lastPeriod !== before?.lastPeriod);
		await eventually(
			() => askProduct<{ data: { status: string }[] }>(owned, `${path}/deliveries`),
			({ data }) => data.every(({ status }) => status === "sent"),
		);
		mails.push(...box.taken());
		expect(mails).toEqual([]);
		expect(troubles).toEqual([]);
		await close();
	});

	it("is sent to an address outside only after its owner has confirmed it on a page", async () => {
		const path = `/api/organizations/${owned.organizationId}/channels`;
		const target = { kind: "mail", address: OUTSIDE };
		const { channelId } = await askProduct<{ channelId: number }>(owned, path, {
			...{ name: "Jane", target },
		});
		const isOn = async () => {
			const { data } = await askProduct<{ data: { channelId: number; isOn: boolean }[] }>(
				owned,
				path,
			);
			return data.find((one) => one.channelId === channelId)?.isOn;
		};
		expect(await isOn()).toBe(false);
		const mail = await minutesUntil(() => mailTo(OUTSIDE, /./));
		const address = linkIn(mail, "/account/confirm-channel#");
		const { page, troubles, close } = await openMailed(address, 320);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await expectNoAxeViolations(page, `the page in ${colorScheme}`);
		}
		expect(await sideways(page)).toBe(0);
		expect(await isOn()).toBe(false);
		await button(page, "Receive alerts").click();
		await page.getByText(OUTSIDE).waitFor();
		await expectNoAxeViolations(page, "the address confirmed");
		expect(await isOn()).toBe(true);
		expect(troubles).toEqual([]);
		await close();
	});
});
