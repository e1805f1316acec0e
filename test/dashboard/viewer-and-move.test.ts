import {
	type Account,
	askAs,
	askProduct,
	createAccount,
	createSite,
	type MadeSite,
	sendVisit,
	sessionCookie,
} from "@footfall/testing/dashboard/dashboard-product";
import { inEachBrowser } from "@footfall/testing/dashboard/in-each-browser";
import type { Visitor } from "@footfall/testing/dashboard/visitor";
import { eventually } from "@footfall/testing/eventually";
import { expect, inject, it } from "vitest";

const product = inject("dashboardProduct");
const PASSWORD = "correct horse battery";

inEachBrowser((journey) => {
	/** Unique in the product, which all engines share. */
	const named = (name: string) => `${name}-${journey.engine.name.toLowerCase()}`;

	/** A person who is signed in already, on a page. */
	const person = async (account: Account, path: string): Promise<Visitor> => {
		const visitor = await journey.stranger(`${product.url}/login`);
		await visitor.sees("heading", "Sign in");
		const { name, value } = await sessionCookie(product.url, account);
		await visitor.tab.evaluate(`document.cookie = ${JSON.stringify(`${name}=${value}; path=/`)}`);
		await visitor.open(product.url + path);
		return visitor;
	};
	/** Chooses in a list whose label contains a text. */
	const choose = (visitor: Visitor, label: string, value: string) =>
		visitor.tab.evaluate(`(() => {
			const list = [...document.querySelectorAll("select")]
				.find(({ labels }) => [...labels].some((one) => one.textContent.includes(${JSON.stringify(label)})));
			list.value = ${JSON.stringify(value)};
			list.dispatchEvent(new Event("change", { bubbles: true }));
		})()`);
	const seesText = (visitor: Visitor, wanted: string) =>
		eventually(
			() => visitor.text(),
			(text) => text.includes(wanted),
		);
	const changeRole = async (email: string, role: string) => {
		const path = `/api/organizations/${product.organizationId}/members`;
		const { data } = await askProduct<{ data: { id: string; user: { email: string } }[] }>(
			product,
			path,
		);
		const memberId = data.find(({ user }) => user.email === email)?.id;
		await askAs(
			{ url: product.url, account: product.owner },
			"/api/auth/organization/update-member-role",
			{ memberId, role, organizationId: product.organizationId },
		);
	};

	it("an invited viewer sees everything, changes nothing, and an older page says why", async () => {
		const site = await createSite(product, named("Watched"));
		await sendVisit(product, site, { pathname: "/seen" });
		const email = `${named("watcher")}@example.com`;
		const owner = await person(
			product.owner,
			`/organization/${product.organizationId}/invitations?open=invite`,
		);
		const form = owner.within("dialog");
		await form.fill("Email", email);
		await choose(owner, "Role", "viewer");
		expect(await form.text()).toContain("Views the sites they have access to, changes nothing");
		await form.click("button", "Invite");
		await owner.sees("heading", `Link for ${email}`);
		const link = await eventually(
			async () => /http\S+\/account\/invitation#[\w-]+/.exec(await owner.text())?.[0],
			Boolean,
		);

		const guest = await journey.stranger(link ?? "");
		await guest.click("button", "No account yet? Create one");
		await guest.fill("Name", "Wanda");
		await guest.fill("Password", PASSWORD);
		await guest.click("button", "Create account");
		await guest.sees("heading", "Sites");
		await guest.open(`${product.url}/${site.id}/pages`);
		await seesText(guest, "/seen");
		await guest.open(`${product.url}/${site.id}/goals`);
		await guest.sees("heading", "Goals");
		await guest.seesNo("link", "New goal");
		await guest.open(`${product.url}/${site.id}/settings/tracking`);
		await guest.sees("heading", "Tracking");
		expect(await guest.text()).toContain("You can view these settings.");

		await changeRole(email, "member");
		await guest.open(`${product.url}/${site.id}/settings/annotations?open=new`);
		const note = guest.within("dialog");
		await note.fill("Title", "Relaunch");
		await changeRole(email, "viewer");
		await note.click("button", "Add annotation");
		await seesText(guest, "Your role does not include this. Ask an admin or owner for access.");
		await guest.seesNo("dialog");
		await guest.seesNo("button", "Add annotation");
	});

	it("an owner moves a site: what ends is said before, its history and both logs show it after", async () => {
		// An account of its own, because other tests count the organizations of the product's owner.
		const founder = await createAccount(product, "member", named("founder"));
		const asFounder = <Answer>(path: string, body: object) =>
			askAs<Answer>({ url: product.url, account: founder }, path, body);
		const organizations: string[] = [];
		for (const name of [named("First"), named("Second")]) {
			const body = { name, slug: name.toLowerCase() };
			const { id } = await asFounder<{ id: string }>("/api/auth/organization/create", body);
			organizations.push(id);
		}
		const [first = "", second = ""] = organizations;
		const site = await asFounder<MadeSite>(`/api/organizations/${first}/sites`, {
			...{ name: "Leaving", domain: `${named("leaving")}.example`, countAllHosts: true },
		});
		await sendVisit(product, site, { pathname: "/before-the-move" });
		const { data } = await asFounder<{ data: { privateLinkKey: string } }>(
			`/api/sites/${site.id}/private-link-config`,
			{ action: "generate_private_link_key" },
		);
		const member = await createAccount(
			{ ...product, organizationId: first },
			"member",
			named("left-behind"),
		);
		const { key } = await asFounder<{ key: string }>(`/api/organizations/${first}/api-keys`, {
			name: "Old",
		});
		const readWithKey = async () =>
			(
				await fetch(`${product.url}/api/sites/${site.id}/goals`, {
					headers: { authorization: `Bearer ${key}` },
				})
			).status;
		expect(await readWithKey()).toBe(200);
		const outsider = await person(member, `/${site.id}/pages`);
		await seesText(outsider, "/before-the-move");
		const reader = await journey.stranger(`${product.url}/${site.id}/${data.privateLinkKey}`);
		await reader.sees("heading", "Overview");

		const owner = await person(founder, `/${site.id}/settings/delete`);
		await owner.click("button", "Move site…");
		await seesText(owner, "1 private link ends");
		const dialog = owner.within("dialog");
		expect(await dialog.text()).toContain("Keys and members of this organization lose the site");
		await dialog.click("button", "Move site");
		await seesText(owner, `now belongs to ${named("Second")}`);
		await owner.open(`${product.url}/${site.id}/pages`);
		await seesText(owner, "/before-the-move");
		await owner.open(`${product.url}/organization/${first}/audit`);
		await seesText(owner, "Moved a site away");
		await owner.open(`${product.url}/organization/${second}/audit`);
		await seesText(owner, "Took over a site");
		expect(await readWithKey()).toBe(403);
		await outsider.open(`${product.url}/${site.id}/pages`);
		await outsider.sees("heading", "You have no access to this site");
		await reader.open("about:blank");
		await reader.open(`${product.url}/${site.id}/${data.privateLinkKey}`);
		await reader.sees("heading", "This link no longer works");
	});
});
