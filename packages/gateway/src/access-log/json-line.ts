import { jsonValue } from "@footfall/shared/json-value";
import { words } from "../lookup/words.ts";
import { dashAsEmpty, logTimeOf, type ReadLine, targetIn, targetOf } from "./log-entry.ts";

/**
 * The names of a request's parts in JSON logs: nginx (by its variables, or as Matomo names them), Apache, Caddy,
 * Traefik, Envoy and Cloudflare. A dot goes into an object or a list. The first one present counts.
 */
const NAMES = {
	address: words(`
		remote_addr remote_ip client_ip clientip ClientIP ClientHost request.client_ip request.remote_ip
		downstream_remote_address_without_port ip`),
	time: words(`
		time_iso8601 time_local msec time timestamp @timestamp ts start_time StartUTC EdgeStartTimestamp date`),
	host: words(
		"http_host host server_name vhost request.host authority RequestHost ClientRequestHost",
	),
	request: words("request requestLine"),
	target: words("request_uri uri url path request.uri RequestPath ClientRequestURI"),
	referrer: words(`
		http_referer http_referrer referer referrer request.headers.Referer.0 request_Referer
		ClientRequestReferer`),
	userAgent: words(`
		http_user_agent user_agent userAgent useragent agent request.headers.User-Agent.0 request_User-Agent
		ClientRequestUserAgent`),
};

/** In seconds, milliseconds, microseconds or nanoseconds; the magnitude tells which. */
const timeOfNumber = (number: number): number => {
	if (number < 1e11) return Math.round(number * 1e3);
	if (number < 1e14) return Math.round(number);
	return Math.round(number / (number < 1e17 ? 1e3 : 1e6));
};

const timeOf = (value: unknown): number | undefined => {
	const number = typeof value === "number" ? value : Number(value);
	if (Number.isFinite(number) && number > 0) return timeOfNumber(number);
	if (typeof value !== "string") return undefined;
	const time = logTimeOf(value) ?? Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const valueAt = (fields: Fields, name: string): unknown =>
	Object.hasOwn(fields, name)
		? fields[name]
		: name
				.split(".")
				.reduce<unknown>(
					(found, key) => (isFields(found) && Object.hasOwn(found, key) ? found[key] : undefined),
					fields,
				);

const isPresent = (value: unknown) =>
	(typeof value === "string" && value !== "") || typeof value === "number";

/** Reads a line that is one JSON object. */
export const readJsonLine = (line: string): ReadLine => {
	// nginx without escape=json writes \x22, which is not valid JSON.
	const all = jsonValue(line) ?? jsonValue(line.replace(/\\x(?=[0-9a-f]{2})/gi, "\\u00"));
	if (!isFields(all)) return { refused: "not a JSON object" };
	const first = (of: keyof typeof NAMES): unknown =>
		NAMES[of].map((name) => valueAt(all, name)).find(isPresent);
	const text = (of: keyof typeof NAMES) => {
		const value = first(of);
		return typeof value === "string" ? value : "";
	};
	const isMissing = (of: keyof typeof NAMES) =>
		NAMES[of].every((name) => valueAt(all, name) === undefined);

	const time = timeOf(first("time"));
	if (time === undefined) return { refused: `no valid time in ${NAMES.time.join(", ")}` };
	if (isMissing("userAgent")) return { refused: `no user agent in ${NAMES.userAgent.join(", ")}` };
	const target = text("target") || targetIn(text("request"));
	if (target === "") return { refused: `no path in ${NAMES.target.join(", ")} or request` };
	return {
		address: text("address"),
		time,
		...targetOf(target, text("host")),
		referrer: dashAsEmpty(text("referrer")),
		userAgent: dashAsEmpty(text("userAgent")),
	};
};
