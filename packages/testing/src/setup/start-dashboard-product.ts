import type { TestProject } from "vitest/node";
import { askProduct, type DashboardProduct } from "../dashboard/dashboard-product.ts";
import { createTemporaryDirectory, startProduct } from "../product/product.ts";
import { runCommand } from "../product/running-command.ts";

declare module "vitest" {
	interface ProvidedContext {
		dashboardProduct: DashboardProduct;
	}
}

/** Two whole months, so that four weeks can be compared; more would slow every report of every journey. */
const EXAMPLE_TRAFFIC = ["--days", "60", "--visits", "60"];
/** The first account of a product without a configured one. */
const FIRST_EMAIL = "admin@localhost.localdomain";

/** One product with example traffic for all journeys: each of its own would cost more than the journeys. */
export default async ({ provide }: TestProject) => {
	const directory = createTemporaryDirectory();
	const dataDirectory = directory.path;
	const product = await startProduct(dataDirectory);
	const { code } = await runCommand(["demo", ...EXAMPLE_TRAFFIC], { DATA_DIR: dataDirectory })
		.ended;
	if (code !== 0) throw new Error(`The site could not be filled:\n${product.output()}`);
	const { url, siteId, apiKey, password, pid } = product;
	const organizations = await askProduct<{ id: string }[]>(product, "/api/organizations");
	await askProduct(
		product,
		`/api/sites/${siteId}/config`,
		{ name: "Quill", domain: "quill.example" },
		"PUT",
	);
	provide("dashboardProduct", {
		url,
		siteId,
		apiKey,
		pid,
		dataDirectory,
		organizationId: organizations[0]?.id ?? "",
		owner: { email: FIRST_EMAIL, password },
	});
	return async () => {
		await product.stop();
		directory.remove();
	};
};
