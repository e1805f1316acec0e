import { CONFIGURATION_PATH, type ConfigurationSnapshot } from "@footfall/shared/site";
import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { bearer, INTERNAL_TOKEN } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { hashOfToken } from "../database/hash-of-token.ts";

onEachDatabase("ids under which clients of other products send", (stage) => {
	const configOf = (site: number) => `/api/sites/${site}/config`;
	const save = async (site: number, clientIds: object[]) => {
		const { status, body } = await stage.api.ask(configOf(site), {
			method: "PUT",
			headers: stage.api.as.admin,
			body: { clientIds },
		});
		const { config, error } = body as { config?: { clientIds: object[] }; error?: string };
		return { status, error, clientIds: config?.clientIds };
	};
	const published = async () => {
		const { body } = await stage.api.ask(CONFIGURATION_PATH, { headers: bearer(INTERNAL_TOKEN) });
		const { sites } = body as ConfigurationSnapshot;
		return sites.find(({ siteId }) => siteId === stage.api.site.siteId)?.clientIds;
	};
	const own = () => stage.api.site.siteId;

	it("are saved with the hash of their secret, which no answer contains", async () => {
		const google = { product: "google", id: "G-AB12CD34EF" };
		expect(await save(own(), [{ ...google, secret: "a secret of Google" }])).toEqual({
			status: 200,
			error: undefined,
			clientIds: [{ ...google, isSecretSet: true }],
		});
		expect(await published()).toEqual([
			{ ...google, secretHash: hashOfToken("a secret of Google") },
		]);
	});

	it("keep their secret when an answer is sent back, and lose it by null", async () => {
		const matomo = { product: "matomo", id: "7" };
		await save(own(), [{ ...matomo, secret: "token of Matomo" }]);
		await save(own(), [{ ...matomo, isSecretSet: true }]);
		expect(await published()).toEqual([{ ...matomo, secretHash: hashOfToken("token of Matomo") }]);
		await save(own(), [{ ...matomo, secret: null }]);
		expect(await published()).toEqual([matomo]);
	});

	it("are refused where the product has no such ids, or needs a secret", async () => {
		expect(await save(own(), [{ product: "matomo", id: "one" }])).toMatchObject({ status: 400 });
		expect(await save(own(), [{ product: "google", id: "G-AB12CD34EF" }])).toEqual({
			status: 400,
			error: expect.stringContaining("needs a secret"),
		});
	});

	it("belong to one site of the server, however many claim them at once", async () => {
		const { api } = stage;
		const others = await Promise.all(
			["one", "two", "three"].map(async (name) => {
				const { body } = await api.ask(`${api.organization}/sites`, {
					headers: api.as.owner,
					body: { name, domain: `${name}.example` },
				});
				return (body as { siteId: number }).siteId;
			}),
		);
		const id = [{ product: "plausible", id: "Shared.example" }];
		const answers = await Promise.all(others.map((site) => save(site, id)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		expect(answers.find(({ status }) => status === 409)?.error).toContain("in use by another site");
	});

	it("cannot be claimed by members, nor at creation", async () => {
		const { api } = stage;
		const clientIds = [{ product: "matomo", id: "99" }];
		const asMember = { method: "PUT", headers: api.as.member, body: { clientIds } };
		expect(await api.ask(configOf(own()), asMember)).toMatchObject({ status: 403 });
		const created = await api.ask(`${api.organization}/sites`, {
			headers: api.as.owner,
			body: { name: "new", domain: "new.example", clientIds },
		});
		expect(created).toMatchObject({ status: 400 });
	});
});
