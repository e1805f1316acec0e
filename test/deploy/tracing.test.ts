import { startSpanCollector } from "@footfall/testing/deploy/span-collector";
import { eventually } from "@footfall/testing/eventually";
import { sendBeacon } from "@footfall/testing/gateway/beacon";
import { browserHeaders } from "@footfall/testing/gateway/running-gateway";
import {
	createTemporaryDirectory,
	type Product,
	startProduct,
} from "@footfall/testing/product/product";
import { runCommand } from "@footfall/testing/product/running-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const OTHER_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "b7ad6b7169203331";

describe("traces", () => {
	const directory = createTemporaryDirectory();
	let collector: Awaited<ReturnType<typeof startSpanCollector>>;
	let product: Product;

	beforeAll(async () => {
		collector = await startSpanCollector();
		product = await startProduct(directory.path, {
			OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
			OTEL_TRACES_SAMPLER: "parentbased_always_off",
		});
	});
	afterAll(async () => {
		await product?.stop();
		await collector?.close();
		directory.remove();
	});

	const send = (pathname: string, headers: Record<string, string>) =>
		sendBeacon(product.url, { type: "pageview", site_id: product.siteId, pathname }, headers);

	it("follow a sampled event from the request to the store, and no other", async () => {
		await send("/without", {});
		await send("/unsampled", { traceparent: `00-${OTHER_TRACE}-${CALLER}-00` });
		const reply = await send("/traced", { traceparent: `00-${TRACE}-${CALLER}-01` });
		expect(reply.status).toBe(200);
		const spans = await eventually(
			async () => collector.spans(),
			(received) => received.length >= 4,
		);
		const byName = new Map(spans.map((span) => [span.name, span]));
		const path = ["ingest", "append", "load", "insert"].map((name) => byName.get(name));
		expect(path.map((span) => span?.traceId)).toEqual([TRACE, TRACE, TRACE, TRACE]);
		expect(path.map((span) => span?.parentSpanId)).toEqual([
			CALLER,
			path[0]?.spanId,
			path[1]?.spanId,
			path[2]?.spanId,
		]);
		expect(path.map((span) => span?.service)).toEqual([
			"footfall-gateway",
			"footfall-gateway",
			"footfall-loader",
			"footfall-loader",
		]);
		expect(spans).toHaveLength(4);
	});

	it("contain no data of the visitor", () => {
		for (const word of ["127.0.0.1", "/traced", browserHeaders["user-agent"]])
			expect(collector.received()).not.toContain(word);
	});
});

it.each([
	["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "must be an address like"],
	["OTEL_TRACES_SAMPLER", "sometimes", "must be one of parentbased_always_on"],
	["OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"],
])("an invalid %s ends the start with exit code 78", async (name, value, fault) => {
	const command = runCommand(["gateway"], { [name]: value });
	expect(await command.ended).toMatchObject({ code: 78 });
	expect(command.output()).toContain(`${name}: ${fault}`);
});
