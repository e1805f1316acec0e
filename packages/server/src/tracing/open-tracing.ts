import { parseTraceparent } from "@footfall/shared/tracing/traceparent";
import type { Span, SpanKind, Tracing } from "@footfall/shared/tracing/tracing";
import type { Span as RecordedSpan } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { TracingConfiguration } from "./tracing-environment.ts";

/** Unsent spans of a stopping process are dropped after this time. */
const FLUSH_WITHIN_MS = 2_000;

export interface OpenTracing {
	/** Absent without a collector. */
	tracing?: Tracing;
	/** Sends pending spans, if the collector answers soon. */
	close(): Promise<void>;
}

const withoutTraces: OpenTracing = { close: async () => undefined };

/** Libraries loaded only by processes that export traces. */
const loadLibraries = async () => {
	const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
		import("@opentelemetry/api"),
		import("@opentelemetry/sdk-trace"),
		import("@opentelemetry/resources"),
		import("@opentelemetry/exporter-trace-otlp-http"),
	]);
	return { api, sdk, resources, OTLPTraceExporter };
};
type Libraries = Awaited<ReturnType<typeof loadLibraries>>;

const samplerOf = (
	{ sdk }: Libraries,
	{ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfiguration,
) => {
	const root = name.endsWith("traceidratio")
		? new sdk.TraceIdRatioBasedSampler(ratio)
		: name.endsWith("always_off")
			? new sdk.AlwaysOffSampler()
			: new sdk.AlwaysOnSampler();
	return name.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
};

const createTracing = (
	{ api }: Libraries,
	provider: InstanceType<Libraries["sdk"]["TracerProvider"]>,
): Tracing => {
	const { ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode, TraceFlags, trace } = api;
	const tracer = provider.getTracer("footfall");
	const kinds: Record<SpanKind, number> = {
		server: Kind.SERVER,
		producer: Kind.PRODUCER,
		consumer: Kind.CONSUMER,
		client: Kind.CLIENT,
	};

	const stepOf = (span: RecordedSpan): Span => {
		const { traceId, spanId } = span.spanContext();
		return {
			traceparent: span.isRecording() ? `00-${traceId}-${spanId}-01` : undefined,
			child: (name, kind) =>
				stepOf(tracer.startSpan(name, { kind: kinds[kind] }, trace.setSpan(ROOT_CONTEXT, span))),
			end: (attributes = {}, fault) => {
				span.setAttributes(attributes);
				if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
				span.end();
			},
		};
	};

	const contextOf = (parent: string | undefined) => {
		const parts = parent === undefined ? undefined : parseTraceparent(parent);
		if (parts === undefined) return ROOT_CONTEXT;
		return trace.setSpanContext(ROOT_CONTEXT, {
			traceId: parts.trace,
			spanId: parts.span,
			traceFlags: parts.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
			isRemote: true,
		});
	};

	return {
		start: (name, kind, parent, startTime) => {
			const options = { kind: kinds[kind], ...(startTime !== undefined && { startTime }) };
			return stepOf(tracer.startSpan(name, options, contextOf(parent)));
		},
	};
};

/** Logs once that the collector rejects spans, and once that it accepts them again. */
const loggingExporter = (
	{ OTLPTraceExporter }: Libraries,
	log: Logger,
): InstanceType<Libraries["OTLPTraceExporter"]> => {
	const exporter = new OTLPTraceExporter();
	const send = exporter.export.bind(exporter);
	let isFailing = false;
	exporter.export = (spans, done) =>
		send(spans, (result) => {
			const isFault = result.error !== undefined;
			if (isFault && !isFailing)
				log.warn({ error: result.error?.message }, "Traces cannot be exported");
			if (!isFault && isFailing) log.info({}, "Traces are exported again");
			isFailing = isFault;
			done(result);
		});
	return exporter;
};

/** Exports traces over OTLP/HTTP if the operator has named a collector. @param role part of the service's name */
export const openTracing = async (
	role: string,
	configuration: TracingConfiguration,
	log: Logger,
): Promise<OpenTracing> => {
	if (configuration.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return withoutTraces;
	const libraries = await loadLibraries();
	const { sdk, resources } = libraries;
	const named = resources.resourceFromAttributes({ "service.name": `footfall-${role}` });
	// The operator's settings override our name.
	const resource = named.merge(resources.detectResources({ detectors: [resources.envDetector] }));
	const provider = new sdk.TracerProvider({
		resource,
		sampler: samplerOf(libraries, configuration),
		spanProcessors: [new sdk.BatchSpanProcessor({ exporter: loggingExporter(libraries, log) })],
	});
	return {
		tracing: createTracing(libraries, provider),
		close: async () => {
			let overdue: NodeJS.Timeout | undefined;
			const given = new Promise<void>((resolve) => {
				overdue = setTimeout(resolve, FLUSH_WITHIN_MS);
			});
			await Promise.race([provider.shutdown().catch(() => undefined), given]);
			clearTimeout(overdue);
		},
	};
};
