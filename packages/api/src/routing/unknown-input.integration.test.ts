import { onEachDatabase } from "@footfall/testing/api/on-each-database";
import { expect, it } from "vitest";

interface Schema {
	$ref?: string;
	properties?: Record<string, unknown>;
	additionalProperties?: unknown;
	anyOf?: Schema[];
}
interface Document {
	paths: Record<string, Record<string, Described>>;
	components: { schemas: Record<string, Schema> };
}
interface Described {
	/** Files are uploaded in another form. */
	requestBody?: { content: { "application/json"?: { schema: Schema } } };
}

onEachDatabase("an unknown name", (stage) => {
	const reports = () => `/api/sites/${stage.api.site.siteId}`;

	it("is refused as a body field by every operation with a body", async () => {
		const { body } = await stage.api.ask("/api/openapi.json");
		const { paths } = body as { paths: Record<string, Record<string, Described>> };
		// The gateway serves these, and accepts fields of newer trackers.
		const isIngestion = (path: string) =>
			/^\/api\/(track|identify|session-replay\/|site\/)/.test(path);
		const asked: string[] = [];
		for (const [path, methods] of Object.entries(paths))
			for (const [method, { requestBody }] of Object.entries(methods)) {
				if (!requestBody?.content["application/json"] || isIngestion(path)) continue;
				const address = path
					.replace("{site}", String(stage.api.site.siteId))
					.replace("{organizationId}", stage.api.organizationId)
					.replaceAll(/\{\w+\}/g, "1");
				const answer = await stage.api.ask(address, {
					method: method.toUpperCase(),
					headers: path === "/api/mcp" ? stage.api.as.ownerKey : stage.api.as.owner,
					body: { zzzzzz: 1 },
				});
				const { message } = answer.body as { message: string };
				asked.push(path);
				expect([path, answer.status, message]).toEqual([
					...[path, 400, expect.stringContaining('Unknown field "zzzzzz"')],
				]);
			}
		expect(asked.length).toBeGreaterThan(40);
	});

	it("is ruled out by the document's schemas for all bodies except the gateway's", async () => {
		const { body } = await stage.api.ask("/api/openapi.json");
		const { paths, components } = body as Document;
		const isClosed = ({ $ref, anyOf, additionalProperties }: Schema): boolean =>
			$ref === undefined
				? (anyOf?.every(isClosed) ?? additionalProperties === false)
				: isClosed(components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
		const open = Object.entries(paths).flatMap(([path, methods]) =>
			Object.values(methods).some(({ requestBody }) => {
				const json = requestBody?.content["application/json"];
				return json !== undefined && !isClosed(json.schema);
			})
				? [path]
				: [],
		);
		expect(open.sort()).toEqual(
			Object.keys(paths)
				.filter((path) => /^\/api\/(track|identify|session-replay\/record\/.*)$/.test(path))
				.sort(),
		);
	});

	it("is documented not to include fields that clients send back", async () => {
		const { body } = await stage.api.ask("/api/openapi.json");
		const schema = (body as Document).components.schemas["SiteUpdate"];
		const site = await stage.api.ask(reports(), { headers: stage.api.as.owner });
		expect(schema?.additionalProperties).toBe(false);
		expect(Object.keys(schema?.properties ?? {})).toEqual(
			expect.arrayContaining(Object.keys(site.body as object)),
		);
	});

	it("is refused as a parameter, with a suggestion", async () => {
		for (const [path, meant] of [
			[`${reports()}/overview?strat_date=2026-01-01&end_date=2026-01-02`, "start_date"],
			[`${reports()}/metric?paramter=country`, "parameter"],
			[`${reports()}/export/metric?parameter=country&fromat=csv`, "format"],
			[`${reports()}/config?start_dat=2026-01-01`, undefined],
			[`/api/auth/api-key/list?organizationid=x`, "organizationId"],
		] as const) {
			const { status, body } = await stage.api.ask(path, { headers: stage.api.as.owner });
			const { message } = body as { message: string };
			expect([path, status, message]).toEqual([
				path,
				400,
				expect.stringMatching(
					meant === undefined ? /^Unknown parameter/ : new RegExp(`did you mean ${meant}\\?`),
				),
			]);
		}
	});

	it("is refused in one query of a batch, while the others are answered", async () => {
		const { body } = await stage.api.ask(`${reports()}/reports`, {
			headers: stage.api.as.owner,
			body: {
				parameters: { start_date: "2026-01-01", end_date: "2026-01-02" },
				questions: [
					{ id: "misspelt", report: "live-user-count", parameters: { strat_date: "2026-01-01" } },
				],
			},
		});
		expect(body).toMatchObject({ id: "misspelt", status: 400 });
	});

	it("is accepted if another operation knows it, or a client sends it back", async () => {
		const headers = stage.api.as.owner;
		const all = "start_date=&end_date=&time_zone=UTC&filters=&segment_id=&bucket=day&compare=";
		expect((await stage.api.ask(`${reports()}/config?${all}`, { headers })).status).toBe(200);
		const site = await stage.api.ask(reports(), { headers });
		const changed = await stage.api.ask(`${reports()}/config`, {
			...{ method: "PUT", headers, body: site.body },
		});
		expect(changed.status).toBe(200);
	});

	it("is not reported to callers who may not call the operation", async () => {
		const { status } = await stage.api.ask(`${reports()}/config?strat_date=x`, {
			...{ method: "PUT", body: { zzzzzz: 1 } },
		});
		expect(status).toBe(401);
	});
});
