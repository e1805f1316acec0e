import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { startPopulatedApi } from "@footfall/testing/api/test-api";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it } from "vitest";

const PERMITTED = {
	destinations: { check: async () => "", columns: [], policy: { privateNetworks: true } },
};
const SLACK_URL = "https://hooks.slack.com/services/T000/B000/secretpart";

interface Saved {
	channelId: number;
	signingSecret: string | null;
	isOn: boolean;
	offReason: string | null;
	target: { kind: string };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

const serve = async (status: number, body: string): Promise<string> => {
	const server = createServer((request, response) => {
		request.resume().on("end", () => response.writeHead(status).end(body));
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-part`;
};

onEachDatabase("channels", (stage) => {
	const start = async (options: Parameters<typeof startPopulatedApi>[1] = {}) => {
		const api = await startPopulatedApi(await stage.create(), options);
		closing.push(api.close);
		const path = `${api.organization}/channels`;
		const add = async (target: object, name = "C") => {
			const answer = await api.ask(path, { headers: api.as.owner, body: { name, target } });
			return { status: answer.status, body: answer.body as Saved & { error: string } };
		};
		const list = async () =>
			(await api.ask(path, { headers: api.as.owner })).body as { data: Saved[] };
		const change = (channelId: number, body: object) =>
			api.ask(`${path}/${channelId}`, { method: "PUT", headers: api.as.owner, body });
		const test = (channelId: number) =>
			api.ask(`${path}/${channelId}/test`, { headers: api.as.owner, body: {} });
		return { ...api, path, add, list, change, test };
	};

	it("show where they lead to without their secrets", async () => {
		const { add, list, ask, path, as } = await start();
		const targets = [
			{ kind: "slack", url: SLACK_URL },
			{ kind: "telegram", chatId: "-1001", token: "123456:AAAAAAAAAAAAAAAAAAAAAAAA" },
			{ kind: "ntfy", topic: "ops", token: "tk_secretpart" },
			{ kind: "webhook", url: "https://example.com/hook?key=secretpart" },
		];
		const added = [];
		for (const target of targets) added.push((await add(target, target.kind)).body);
		const { data } = await list();
		expect(data.map(({ target }) => target)).toEqual([
			{ kind: "ntfy", server: "https://ntfy.sh", topic: "ops", hasToken: true },
			{ kind: "slack", url: "https://hooks.slack.com/…part" },
			{ kind: "telegram", chatId: "-1001" },
			{ kind: "webhook", url: "https://example.com/…part" },
		]);
		expect(JSON.stringify(data)).not.toMatch(/secretpart|AAAA/);
		expect(added.map(({ signingSecret }) => signingSecret)).toEqual([
			...[null, null, null, expect.stringMatching(/^whsec_/)],
		]);
		const asMember = await ask(path, { headers: as.member });
		expect(asMember.body).toEqual({ data });
	});

	it.each([
		[
			"an address of a private network",
			{ kind: "webhook", url: "http://10.0.0.1/a" },
			"PRIVATE_NETWORKS",
		],
		[
			"this machine",
			{ kind: "ntfy", server: "http://localhost:8080", topic: "a" },
			"PRIVATE_NETWORKS",
		],
		["a decimal address", { kind: "slack", url: "http://2130706433/" }, "PRIVATE_NETWORKS"],
	])("are refused for %s", async (_title, target, reason) => {
		const { status, body } = await (await start()).add(target);
		expect([status, body.error]).toEqual([400, expect.stringContaining(reason)]);
	});

	it.each([
		[{ kind: "mail", address: "nobody" }],
		[{ kind: "slack", url: "ftp://example.com" }],
		[{ kind: "telegram", chatId: "x y", token: "1" }],
		[{ kind: "ntfy", topic: "a/b" }],
		[{ kind: "webhook", url: "https://example.com", signingSecret: "secret" }],
		[{ kind: "pager" }],
	])("are refused if they cannot work: %j", async (target) =>
		expect((await (await start()).add(target)).status).toBe(400),
	);

	it("have a quota", async () => {
		const { add } = await start({ quotas: { channels: 1 } });
		await add({ kind: "slack", url: SLACK_URL });
		const { status, body } = await add({ kind: "slack", url: SLACK_URL });
		expect([status, body]).toEqual([400, expect.objectContaining({ quota: "QUOTA_CHANNELS" })]);
	});

	it("are tested, with the answer of their server, and listed among the deliveries", async () => {
		const { add, test, ask, organization, as } = await start(PERMITTED);
		const good = (await add({ kind: "slack", url: await serve(200, "ok") })).body.channelId;
		const bad = (await add({ kind: "slack", url: await serve(404, "no_team /hooks/secret-part") }))
			.body.channelId;
		expect((await test(good)).body).toEqual({ isAccepted: true, answer: "200 ok" });
		expect((await test(bad)).body).toEqual({
			isAccepted: false,
			answer: "404 (there is nothing at this address: check it) no_team •••",
		});
		const { body } = await ask(`${organization}/deliveries?status=failed`, { headers: as.owner });
		expect(body).toMatchObject({
			totalCount: 1,
			data: [{ channelId: bad, status: "failed", title: "A test from Footfall" }],
		});
		expect((await ask(`${organization}/deliveries`, { headers: as.member })).status).toBe(403);
	});

	it("send a delivery again by hand", async () => {
		const { add, test, ask, organization, as, deliveries } = await start(PERMITTED);
		const { channelId } = (await add({ kind: "slack", url: await serve(200, "ok") })).body;
		await test(channelId);
		const list = async () =>
			(await ask(`${organization}/deliveries?channel=${channelId}`, { headers: as.owner }))
				.body as { data: { deliveryId: number; status: string; tries: number }[] };
		const [first] = (await list()).data;
		const again = (id: number) =>
			ask(`${organization}/deliveries/${id}/send-again`, { headers: as.owner, body: {} });
		expect((await again(first?.deliveryId ?? 0)).status).toBe(200);
		await deliveries.now();
		expect((await list()).data).toMatchObject([{ status: "sent", tries: 1 }]);
		expect((await again(999)).status).toBe(404);
	});

	it("are switched off and on again, and keep their kind and a webhook's secret", async () => {
		const { add, change } = await start();
		const { channelId } = (await add({ kind: "webhook", url: "https://example.com/a" })).body;
		expect((await change(channelId, { isOn: false })).body).toMatchObject({
			...{ isOn: false, offReason: "person" },
		});
		expect((await change(channelId, { isOn: true })).body).toMatchObject({
			...{ isOn: true, offReason: null },
		});
		const moved = await change(channelId, {
			target: { kind: "webhook", url: "https://example.com/a-longer/path" },
		});
		expect(moved.body).toMatchObject({
			target: { url: "https://example.com/…path" },
			signingSecret: null,
		});
		expect((await change(channelId, { target: { kind: "slack", url: SLACK_URL } })).status).toBe(
			400,
		);
	});

	it("send mail to a member at once, and to others once they have opened a link", async () => {
		const mails: string[] = [];
		let arrived = () => {};
		const server = new SMTPServer({
			authOptional: true,
			disabledCommands: ["STARTTLS"],
			onData: (stream, _session, done) => {
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("end", () => {
					mails.push(
						Buffer.concat(chunks).toString().replaceAll("=\r\n", "").replaceAll("=3D", "="),
					);
					done();
					arrived();
				});
			},
		});
		server.listen(0, "127.0.0.1");
		await once(server.server, "listening");
		closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
		const { port } = server.server.address() as AddressInfo;
		const { add, change, test, ask, list, confirmEmail } = await start({
			mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: "footfall@example.com" },
			baseUrl: "https://stats.example.com",
		});
		await confirmEmail("owner@example.com");
		expect((await add({ kind: "mail", address: "Owner@example.com" })).body).toMatchObject({
			...{ isOn: true, target: { kind: "mail", address: "owner@example.com" } },
		});
		/** The next mail with this text; accounts get mails too. */
		const next = async (text: string): Promise<string> => {
			if (mails.length === 0)
				await new Promise<void>((resolve) => {
					arrived = resolve;
				});
			const mail = mails.shift() ?? "";
			return mail.includes(text) ? mail : next(text);
		};
		const { channelId, ...added } = (await add({ kind: "mail", address: "ops@example.com" })).body;
		expect(added).toMatchObject({ isOn: false, offReason: "unconfirmed" });
		const tokenIn = (mail: string) => /confirm-channel#([\w-]+)/.exec(mail)?.[1] ?? "";
		const first = tokenIn(await next("confirm-channel#"));
		expect((await change(channelId, { isOn: true })).status).toBe(400);
		expect((await test(channelId)).body).toMatchObject({ isAccepted: false });
		await change(channelId, { target: { kind: "mail", address: "ops@example.com" } });
		const second = tokenIn(await next("confirm-channel#"));
		const confirm = (token: string) => ask("/api/channels/confirm", { body: { token } });
		const refusal = async (token: string) => {
			const { status, body } = await confirm(token);
			return { status, details: (body as { details?: unknown }).details };
		};
		expect(await refusal(first)).toEqual({ status: 400, details: ["unknown"] });
		expect((await confirm(second)).body).toMatchObject({ address: "ops@example.com" });
		expect(await refusal(second)).toEqual({ status: 400, details: ["used"] });
		expect((await list()).data.every(({ isOn }) => isOn)).toBe(true);
		expect((await test(channelId)).body).toMatchObject({ isAccepted: true });
		expect(await next("A test from")).toMatch(/^Subject: A test from Footfall/m);
	});
});
