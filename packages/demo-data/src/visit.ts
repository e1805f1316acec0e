import type { Arrival } from "./arrivals.ts";
import type { Chance } from "./chance.ts";
import { BUTTONS, FAULTS, HOSTNAME, LANDINGS, LINKS_OF, OUTBOUND, PAGES } from "./pages.ts";
import { signUp, type Visitor } from "./visitors.ts";

/** A row of the event store by column; a column that is missing has its default. */
export type EventRow = Readonly<Record<string, unknown>>;

export interface Visit {
	visitor: Visitor;
	arrival: Arrival;
	/** ms since the epoch. */
	at: number;
	/** What an experiment on the site shows this visitor. */
	flags: Readonly<Record<string, string>>;
}

const MOST_PAGES = 14;

/** How people measure: slow phones, fast desks. Cumulative layout shift has no unit, the others are ms. */
const vitalsOf = (chance: Chance, { device, place }: Visitor) => {
	const slow = (device.device_type === "Desktop" ? 1 : 1.7) * (place.ahead > 4 ? 1.4 : 1);
	const ttfb = chance.skewed(220 * slow, 0.5);
	const fcp = ttfb + chance.skewed(500 * slow, 0.4);
	return {
		ttfb: Math.round(ttfb),
		fcp: Math.round(fcp),
		lcp: Math.round(fcp + chance.skewed(550 * slow, 0.6)),
		inp: chance.happens(0.7) ? Math.round(chance.skewed(90 * slow, 0.7)) : null,
		cls: Math.round(chance.skewed(0.03, 1) * 1000) / 1000,
	};
};

/** Everything that happens in one visit, in order. */
export const eventsOfVisit = (
	chance: Chance,
	{ visitor, arrival, at: start, flags }: Visit,
): EventRow[] => {
	const rows: EventRow[] = [];
	const session = chance.id();
	const { place, device, screen, language } = visitor;
	let at = start;
	let pathname = visitor.user
		? chance.happens(0.7)
			? "/app"
			: "/docs"
		: arrival.landing
			? chance.one(arrival.landing)
			: chance.weighted(LANDINGS).to;

	const add = (type: string, fields: EventRow = {}) =>
		rows.push({
			timestamp: at,
			type,
			session_id: session,
			user_id: visitor.id,
			identified_user_id: visitor.user?.id ?? "",
			hostname: HOSTNAME,
			pathname,
			page_title: PAGES[pathname] ?? "",
			channel: "Internal",
			properties: "{}",
			browser: device.browser,
			browser_version: device.browser_version,
			operating_system: device.operating_system,
			operating_system_version: device.operating_system_version,
			device_type: device.device_type,
			screen_width: screen[0],
			screen_height: screen[1],
			language,
			country: place.country,
			region: place.region,
			city: place.city,
			lat: place.lat,
			lon: place.lon,
			timezone: place.timezone,
			feature_flags: flags,
			...fields,
		});
	const wait = (medianMs: number) => {
		at += Math.round(Math.min(chance.skewed(medianMs, 0.8), 20 * 60_000)) + 1;
	};
	const said = (fields: object) => ({ properties: JSON.stringify(fields) });

	const whatHappensHere = () => {
		if (chance.happens(0.05)) {
			const { url, text } = chance.weighted(OUTBOUND);
			add("outbound", said({ url, text, target: "_blank" }));
		}
		if (chance.happens(0.08)) add("button_click", said({ text: chance.one(BUTTONS) }));
		if (pathname.startsWith("/docs/") && chance.happens(0.2))
			add("copy", said({ text: "quill import ./notes", sourceElement: "code" }));
		if (pathname === "/contact" && chance.happens(0.4)) {
			add("input_change", said({ element: "textarea", inputName: "message" }));
			wait(20_000);
			const form = { formId: "contact", formName: "Contact", formAction: "/contact" };
			add("form_submit", said({ ...form, method: "post", fieldCount: 3 }));
		}
		if (pathname.startsWith("/app") && chance.happens(0.6)) {
			const words = Math.round(chance.skewed(120, 0.9));
			add("custom_event", { event_name: "note_created", ...said({ words, shared: words > 250 }) });
		}
		if (chance.happens(pathname.startsWith("/app") ? 0.04 : 0.008)) {
			const { name, message, file, line } = chance.weighted(FAULTS);
			const stack = `${name}: ${message}\n    at save (${file}:${line}:17)`;
			const where = { fileName: file, lineNumber: line, columnNumber: 17 };
			add("error", { event_name: name, ...said({ message, stack, ...where }) });
		}
	};

	/** From the sign-up form to the first page of a new user; undefined where the visitor leaves it. */
	const register = (): string | undefined => {
		if (!chance.happens(flags["signup_form"] === "short" ? 0.45 : 0.34)) return undefined;
		wait(40_000);
		const form = { formId: "signup", formName: "Sign up", formAction: "/signup" };
		add("form_submit", said({ ...form, method: "post", fieldCount: 2 }));
		const { plan, price } = signUp(visitor, chance, at).traits;
		wait(1500);
		add("custom_event", { event_name: "signup", ...said({ plan }) });
		if (Number(price) > 0) {
			wait(30_000);
			add("custom_event", { event_name: "purchase", ...said({ plan, price }) });
		}
		return "/signup/welcome";
	};

	for (let page = 0; page < MOST_PAGES; page += 1) {
		const isFirst = page === 0;
		const { utm_source } = arrival.parameters;
		add("pageview", {
			...(isFirst && {
				referrer: arrival.referrer,
				channel: arrival.channel,
				url_parameters: arrival.parameters,
				querystring: utm_source ? `?${new URLSearchParams(arrival.parameters)}` : "",
			}),
		});
		const leaves = chance.happens(isFirst ? 0.44 : 0.3) && !pathname.startsWith("/signup");
		wait(leaves ? 15_000 : 28_000);
		whatHappensHere();
		if (chance.happens(0.55))
			add("performance", { event_name: "web-vitals", ...vitalsOf(chance, visitor) });
		if (chance.happens(0.5))
			add("engagement", {
				ms_visible: Math.round(chance.skewed(14_000, 0.9)),
				scroll_depth: chance.whole(15, 100),
			});
		if (leaves) return rows;
		const registered = pathname === "/signup" && !visitor.user ? register() : undefined;
		pathname = registered ?? chance.weighted(LINKS_OF[pathname] ?? LANDINGS).to;
		if (visitor.user && pathname === "/signup") pathname = "/app";
	}
	return rows;
};
