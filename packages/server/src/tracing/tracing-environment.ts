import { z } from "zod";

const SAMPLERS = [
	"parentbased_always_on",
	"parentbased_always_off",
	"parentbased_traceidratio",
	"always_on",
	"always_off",
	"traceidratio",
] as const;
const RATIO_FAULT = "must be a number from 0 to 1, such as 0.01";

/** The part of OpenTelemetry's standard variables that is checked here; its exporter reads the others. */
export const tracingEnvironment = {
	/** A collector's OTLP/HTTP address; absent = no traces. */
	OTEL_EXPORTER_OTLP_ENDPOINT: z
		.url({ protocol: /^https?$/, error: "must be an address like http://collector:4318" })
		.optional(),
	OTEL_TRACES_SAMPLER: z
		.enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`)
		.default("parentbased_always_on"),
	/** The sampling rate of traces that start here. */
	OTEL_TRACES_SAMPLER_ARG: z.coerce
		.number(RATIO_FAULT)
		.min(0, RATIO_FAULT)
		.max(1, RATIO_FAULT)
		.default(1),
};

export type TracingConfiguration = z.infer<z.ZodObject<typeof tracingEnvironment>>;
