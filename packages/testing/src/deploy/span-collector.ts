import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span in the JSON of OTLP/HTTP. */
export interface ReceivedSpan {
	service: string;
	name: string;
	traceId: string;
	spanId: string;
	parentSpanId: string;
}

interface OtlpBody {
	resourceSpans: {
		resource: { attributes: { key: string; value: { stringValue?: string } }[] };
		scopeSpans: { spans: Omit<ReceivedSpan, "service">[] }[];
	}[];
}

/** Receives spans over OTLP/HTTP, as a collector of OpenTelemetry does. */
export const startSpanCollector = async () => {
	const spans: ReceivedSpan[] = [];
	let received = "";
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		received += text;
		for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpBody).resourceSpans) {
			const named = resource.attributes.find(({ key }) => key === "service.name");
			const service = named?.value.stringValue ?? "";
			for (const { name, traceId, spanId, parentSpanId } of scopeSpans.flatMap((one) => one.spans))
				spans.push({ service, name, traceId, spanId, parentSpanId });
		}
		response.writeHead(200, { "content-type": "application/json" }).end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		spans: (): readonly ReceivedSpan[] => spans,
		/** Everything that was received, unchanged. */
		received: () => received,
		close: () =>
			new Promise<void>((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
};
