import { expect, it } from "vitest";
import { siteOf } from "./find-site.ts";

it("counts all hosts for a site that is older than the setting", () => {
	const at = new Date(0);
	const row = {
		...{ siteId: 1, id: "0123456789ab", name: "Old", domain: "old.example" },
		...{
			organizationId: "acme",
			createdBy: "",
			createdAt: at,
			updatedAt: at,
			privateLinkKey: null,
			privateLinkAreas: null,
		},
		...{ settings: { trackIp: true } },
	};
	expect(siteOf(row)).toMatchObject({ countAllHosts: true, trackIp: true });
});
