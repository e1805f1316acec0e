import { GOOGLE_PLATFORMS } from "@footfall/imports";
import { z } from "zod";
import { personIdOf } from "../access/caller.ts";
import { refuseWith } from "../http/invalid-body.ts";
import { type Route, route } from "../routing/route.ts";
import type { GoogleImports } from "./google-imports.ts";

const day = z.iso.date("Must be a date in the form YYYY-MM-DD").optional();

/** Starts or continues an import from Google. Its body has a key: it is used, and neither stored nor logged. */
export const googleImportRoute = (google: GoogleImports): Route =>
	route({
		method: "post",
		path: "/api/sites/{site}/imports/google",
		summary: "Starts an import from Google Analytics or Search Console",
		description:
			"Reads daily sums in the background, with the JSON key of a service account that may read the property. The key is used, and kept nowhere. An import of the same property that was interrupted is continued.",
		tags: ["Imports"],
		access: { site: "admin", scope: "sites:write" },
		audit: "import.create",
		refuseBody: refuseWith("Validation error"),
		body: z.strictObject({
			platform: z.enum(GOOGLE_PLATFORMS),
			property: z
				.string()
				.min(1)
				.max(2048)
				.describe("Digits for Google Analytics; `sc-domain:…` or an address for Search Console"),
			key: z.string().min(1).max(65_536).describe("The text of the key file"),
			from: day.describe("First day; by default the first that has data"),
			to: day.describe("Last day; by default the last complete one"),
		}),
		response: z.strictObject({
			data: z.strictObject({ importId: z.uuid() }).meta({ component: "StartedImport" }),
		}),
		handle: async ({ site, caller, body: { from, to, ...rest } }) => ({
			data: {
				importId: await google.begin(
					site,
					{ ...rest, ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
					personIdOf(caller),
				),
			},
		}),
	});
