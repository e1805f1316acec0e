import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { startTestApi } from "@footfall/testing/api/test-api";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open.ts";
import { bootstrap } from "../instance/bootstrap.ts";
import { syncMembership } from "./membership-of-claims.ts";
import { OidcProvider } from "./provider.ts";

const provider = (organization?: string) =>
	OidcProvider.parse({
		...{ id: "corp", name: "Corp", issuer: "https://id.example.com" },
		...{ clientId: "footfall", clientSecret: "secret", organization },
	});

onEachDatabase("a provider of an organization that does not exist", (stage) => {
	it("ends the start, and says what to change", async () => {
		const start = startTestApi(await stage.create(), {
			baseUrl: "https://stats.example.com",
			providers: [provider(), provider("gone")],
		});
		await expect(start).rejects.toThrow(
			'OIDC_PROVIDERS: corp names the organization gone, which does not exist; enter the id of one, or leave "organization" out',
		);
	});

	it("signs nobody in, and leads to a page that says why", async () => {
		const { database, close } = await openDatabase(await stage.create(), () => {});
		const user = { id: "ada", email: "ada@example.com" };
		const claims = { sub: "ada" };
		const refused = { name: "SignInRefused", refusal: "no-organization" };
		// An instance that has not been set up yet.
		await expect(syncMembership(database, provider(), user, claims)).rejects.toMatchObject(refused);
		await bootstrap(database, { email: "owner@example.com", password: "correct horse" });
		await expect(syncMembership(database, provider("gone"), user, claims)).rejects.toMatchObject(
			refused,
		);
		await close();
	});
});
