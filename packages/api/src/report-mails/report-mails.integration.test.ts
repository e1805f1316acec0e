import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import type { Asked } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";

interface Listed {
	reportMailId: number;
	state: string;
	reason: string | null;
	nextDueAt: string | null;
	canEdit: boolean;
	recipients: { recipientId: number; address: string; state: string; isCaller: boolean }[];
}

onEachDatabase("reports by mail", (stage) => {
	const path = () => `${stage.api.organization}/report-mails`;
	const ask = async (
		who: "owner" | "admin" | "member" | "stranger",
		to: string,
		asked: Asked = {},
	) => {
		const { status, body } = await stage.api.ask(to, { headers: stage.api.as[who], ...asked });
		return { status, body: body as Listed & { error?: string } };
	};
	const weekly = () => ({
		...{ name: "Monday", siteId: stage.api.site.siteId, every: "week", timeZone: "Europe/Berlin" },
	});
	const create = async (who: "owner" | "member", body: object = {}) =>
		(await ask(who, path(), { body: { ...weekly(), ...body } })).body;
	const listedFor = async (who: "owner" | "member") =>
		((await ask(who, path())).body as unknown as { data: Listed[] }).data.map(
			({ reportMailId }) => reportMailId,
		);

	it("are made by members for themselves, and shown to them and to administrators", async () => {
		const { member } = stage.api.accounts;
		const made = await create("member", { recipients: [{ userId: member.id }] });
		expect(made).toMatchObject({
			...{ state: "ok", reason: null, canEdit: true, weekday: 1, hour: 8, language: "en" },
			recipients: [{ address: member.email, state: "active", isCaller: true, lastDelivery: null }],
		});
		expect(new Date(made.nextDueAt ?? 0).getTime()).toBeGreaterThan(Date.now());
		const other = await create("owner");
		expect(await listedFor("owner")).toEqual(
			expect.arrayContaining([made.reportMailId, other.reportMailId]),
		);
		expect(await listedFor("member")).toContain(made.reportMailId);
		expect(await listedFor("member")).not.toContain(other.reportMailId);
		expect((await ask("member", `${path()}/${other.reportMailId}`)).status).toBe(404);
		expect((await ask("stranger", path())).status).toBe(403);
	});

	it.each([
		["another member", () => ({ userId: stage.api.accounts.admin.id })],
		["an address without an account", () => ({ address: "x@outside.example" })],
	])("are not sent by a member to %s", async (_name, recipient) => {
		const { status } = await ask("member", path(), {
			body: { ...weekly(), recipients: [recipient()] },
		});
		expect(status).toBe(403);
	});

	it("take the address of a member for the member, and ask others for their consent", async () => {
		const { member } = stage.api.accounts;
		const { recipients } = await create("owner", {
			recipients: [{ address: member.email.toUpperCase() }, { address: "A@Outside.example" }],
		});
		expect(recipients.map(({ address, state }) => [address, state])).toEqual([
			[member.email, "active"],
			["a@outside.example", "unconfirmed"],
		]);
	});

	it.each([
		[{ every: "year" }, 400],
		[{ timeZone: "Mars/Olympus" }, 400],
		[{ weekday: 8 }, 400],
		[{ siteId: 987_654 }, 404],
		[{ segmentId: 987_654 }, 400],
		[{ recipients: [{ address: "nonsense" }] }, 400],
		[{ recipients: [{ userId: "nobody" }] }, 400],
	])("are refused with %j", async (changes, status) => {
		expect((await ask("owner", path(), { body: { ...weekly(), ...changes } })).status).toBe(status);
	});

	it("are broken, with the reason, while their segment is deleted", async () => {
		const segments = `/api/sites/${stage.api.site.siteId}/segments`;
		const filters = [{ parameter: "country", type: "equals", value: ["DE"] }];
		const { body } = await stage.api.ask(segments, {
			headers: stage.api.as.owner,
			body: { name: "S", filters },
		});
		const { segmentId } = body as { segmentId: number };
		const { reportMailId, state } = await create("owner", { segmentId });
		expect(state).toBe("ok");
		await ask("owner", `${segments}/${segmentId}`, { method: "DELETE" });
		const one = `${path()}/${reportMailId}`;
		expect((await ask("owner", one)).body).toMatchObject({
			...{ state: "broken", reasonCode: "segment_deleted", nextDueAt: null },
			reason: expect.stringContaining("was deleted"),
		});
		const preview = await ask("owner", `${one}/preview`);
		expect([preview.status, preview.body.error]).toEqual([
			400,
			expect.stringContaining("choose another segment"),
		]);
		const repaired = await ask("owner", one, { method: "PUT", body: { segmentId: null } });
		expect(repaired.body.state).toBe("ok");
	});

	it("are left and taken again by their recipients", async () => {
		const { member } = stage.api.accounts;
		const { reportMailId } = await create("owner", { recipients: [{ userId: member.id }] });
		const subscription = `${path()}/${reportMailId}/subscription`;
		const set = async (isSubscribed: boolean) =>
			(await ask("member", subscription, { method: "PUT", body: { isSubscribed } })).body
				.recipients[0]?.state;
		expect([await set(false), await set(true)]).toEqual(["unsubscribed", "active"]);
		const change = { method: "PUT", body: { hour: 9 } };
		expect((await ask("member", `${path()}/${reportMailId}`, change)).status).toBe(403);
	});

	it("say that mail is not set up, instead of sending one", async () => {
		const { reportMailId } = await create("owner");
		const { status, body } = await ask("owner", `${path()}/${reportMailId}/send`, {
			method: "POST",
		});
		expect([status, body.error]).toEqual([400, expect.stringContaining("SMTP_URL")]);
		expect((await ask("owner", path())).body).toMatchObject({ mailIsSetUp: false });
	});
});
