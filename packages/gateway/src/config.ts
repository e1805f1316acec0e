import { port } from "@footfall/shared/environment";
import { z } from "zod";
import { refusedProxies } from "./http/request/trusted-proxies.ts";

const list = (text: string): string[] =>
	text
		.split(",")
		.map((entry) => entry.trim())
		.filter((entry) => entry !== "");

const positive = (unit: string) =>
	z
		.string()
		.regex(/^\d+(\.\d+)?$/, `must be a number of ${unit}`)
		.transform(Number)
		.refine((value) => value > 0, `must be a number of ${unit} above 0`);

const MAX_WORKERS = 256;
const WORKERS_FAULT = `must be a number of processes from 1 to ${MAX_WORKERS}`;
/** How many processes take events. */
export const workers = z
	.string()
	.regex(/^\d{1,3}$/, WORKERS_FAULT)
	.transform(Number)
	.refine((value) => value >= 1 && value <= MAX_WORKERS, WORKERS_FAULT);

/** Environment variables of the gateway. */
export const gatewayEnvironment = z.object({
	PORT: port.default(3000),
	/** Address to listen on. */
	HOST: z.string().default("0.0.0.0"),
	/**
	 * Proxies that are trusted to name the client's address: addresses, CIDR blocks, `loopback`, `private`, `cloudflare`,
	 * `cdn=block`.
	 */
	TRUST_PROXY: z
		.string()
		.default("")
		.transform(list)
		.superRefine((entries, context) => {
			for (const refused of refusedProxies(entries))
				context.addIssue({
					code: "custom",
					message: `${refused}; use addresses, CIDR blocks, loopback, private, cloudflare, akamai=block or cloudfront=block, separated by commas`,
				});
		}),
	/** City database in MaxMind DB format, in place of the bundled one. */
	GEO_CITY_DATABASE: z.string().optional(),
	/** ASN database in MaxMind DB format; without one, networks are unknown. */
	GEO_ASN_DATABASE: z.string().optional(),
	/** Folder of the address ranges that crawler operators publish, one `<agent or operator>.json` each. */
	BOT_RANGES: z.string().optional(),
	/** Sustained rate at which each site may send, over all workers; absent = unlimited. */
	SITE_EVENTS_PER_SECOND: positive("events per second").optional(),
	/** Bearer token for /metrics; absent = only this machine has access. */
	METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
	/** Processes that receive events; absent = one per core for `footfall gateway`, one for `footfall start`. */
	GATEWAY_WORKERS: workers.optional(),
});
export type GatewayEnvironment = z.infer<typeof gatewayEnvironment>;

/**
 * Options of Node for a process that runs the gateway. An event leaves ten kilobytes of short-lived objects, and what
 * is in flight at a collection is copied: the larger the nursery, the less often. A nursery of 64 MB took no less CPU
 * than this and up to 96 MB more memory. Long-lived data grows to 160 MB before it is collected: it is 40 MB, of which
 * the engine would allow 16 to be new, which at 19,000 events/s triggered a collection every two seconds, each with 60
 * ms of delayed replies.
 */
export const GATEWAY_NODE_OPTIONS: readonly string[] = [
	"--max-semi-space-size=32",
	"--initial-old-space-size=160",
];
