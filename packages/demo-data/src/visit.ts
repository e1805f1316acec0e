import { errorGroupOf } from "@footfall/shared/errors/error-group";
import type { Chance } from "./chance.ts";
import {
	APP_VERSIONS,
	BUTTONS,
	CALLERS,
	DOWNLOADS,
	HOSTNAME,
	LANDINGS,
	LINKS_OF,
	OUTBOUND,
	PAGE_ERRORS,
	PAGES,
	RELEASE_ERRORS,
	SEARCHES,
} from "./pages.ts";
import { hasOwnError, releaseAt } from "./releases.ts";
import type { VisitOrigin } from "./traffic-sources.ts";
import { signUp, type Visitor } from "./visitors.ts";

/** A row of the event store by column; a missing column has its default. */
export type EventRow = Readonly<Record<string, unknown>>;

export interface DemoVisit {
	visitor: Visitor;
	source: VisitOrigin;
	/** ms since the epoch. */
	at: number;
	/** The visitor's variants of the site's experiments. */
	flags: Readonly<Record<string, string>>;
	/** When the traffic ends, in ms since the epoch: releases are counted back from there. */
	now: number;
}

const MOST_PAGES = 14;

/** Web vitals: slow on phones, fast on desktops. Cumulative layout shift has no unit, the others are ms. */
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

/** Records the events of one visit; `at` and `pathname` advance with it. */
const createRecorder = (chance: Chance, { visitor, source, at, flags, now }: DemoVisit) => {
	const { place, device, screen, language } = visitor;
	const { country, region, city, lat, lon, timezone, network } = place;
	const { weight: _, screens: __, ...client } = device;
	const session_id = chance.id();
	const landing = () =>
		source.landing ? chance.one(source.landing) : chance.weighted(LANDINGS).to;
	const entry = visitor.user ? (chance.happens(0.7) ? "/app" : "/docs") : landing();
	const recorder = {
		rows: [] as EventRow[],
		at,
		pathname: entry,
		add: (type: string, fields: EventRow = {}): void => {
			recorder.rows.push({
				timestamp: recorder.at,
				type,
				session_id,
				user_id: visitor.id,
				identified_user_id: visitor.user?.id ?? "",
				hostname: HOSTNAME,
				pathname: recorder.pathname,
				page_title: PAGES[recorder.pathname] ?? "",
				channel: "Internal",
				properties: "{}",
				...client,
				screen_width: screen[0],
				screen_height: screen[1],
				language,
				...{ country, region, city, lat, lon, timezone, asn_org: network },
				...(visitor.user && { tag: "app", app_version: APP_VERSIONS[device.device_type] ?? "" }),
				release: recorder.release(),
				feature_flags: flags,
				...fields,
			});
		},
		release: (): string => releaseAt(recorder.at, now),
		wait: (medianMs: number): void => {
			recorder.at += Math.round(Math.min(chance.skewed(medianMs, 0.8), 20 * 60_000)) + 1;
		},
	};
	return recorder;
};
type Recorder = ReturnType<typeof createRecorder>;

/** Money in euros, negative for a refund. */
const money = (revenue: string, order_id: string) => ({ revenue, currency: "EUR", order_id });

const properties = (fields: object) => ({ properties: JSON.stringify(fields) });

/** Clicks, copies, forms and errors on the current page. */
const actOnPage = (chance: Chance, recorder: Recorder): void => {
	const { add, wait, pathname } = recorder;
	if (chance.happens(0.05)) {
		const { url, text } = chance.weighted(OUTBOUND);
		add("outbound", properties({ url, text, target: "_blank" }));
	}
	if (chance.happens(0.08)) add("button_click", properties({ text: chance.one(BUTTONS) }));
	if (pathname === "/docs/import" && chance.happens(0.12))
		add("custom_event", {
			event_name: "download",
			...properties({ url: chance.one(DOWNLOADS) }),
		});
	if (pathname.startsWith("/docs/") && chance.happens(0.2))
		add("copy", properties({ text: "quill import ./notes", sourceElement: "code" }));
	if (pathname.startsWith("/docs") && chance.happens(0.15)) {
		const term = chance.one(SEARCHES);
		add("custom_event", {
			event_name: "search",
			...properties({ term, results: term === "api" ? 0 : chance.whole(1, 9) }),
		});
	}
	if (pathname === "/contact" && chance.happens(0.4)) {
		add("input_change", properties({ element: "textarea", inputName: "message" }));
		wait(20_000);
		const form = { formId: "contact", formName: "Contact", formAction: "/contact" };
		add("form_submit", properties({ ...form, method: "post", fieldCount: 3 }));
	}
	if (pathname.startsWith("/app") && chance.happens(0.6)) {
		const words = Math.round(chance.skewed(120, 0.9));
		add("custom_event", {
			event_name: "note_created",
			...properties({ words, shared: words > 250 }),
		});
	}
	if (chance.happens(pathname.startsWith("/app") ? 0.04 : 0.008)) {
		const errors = hasOwnError(recorder.release()) ? RELEASE_ERRORS : PAGE_ERRORS;
		const { name, message, file, line, call } = chance.weighted(errors);
		const frames = [`${call} (${file}:${line}:17)`, ...CALLERS];
		const stack = [`${name}: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join("\n");
		const location = { fileName: file, lineNumber: line, columnNumber: 17 };
		add("error", {
			event_name: name,
			error_group: errorGroupOf({ name, message, stack }),
			...properties({ message, stack, ...location }),
		});
	}
};

/** Completes the sign-up form and resolves to a new user's first page; undefined if the visitor abandons the form. */
const register = (
	chance: Chance,
	{ visitor, flags }: DemoVisit,
	recorder: Recorder,
): string | undefined => {
	const { add, wait } = recorder;
	if (!chance.happens(flags["signup_form"] === "short" ? 0.45 : 0.34)) return undefined;
	wait(40_000);
	const form = { formId: "signup", formName: "Sign up", formAction: "/signup" };
	add("form_submit", properties({ ...form, method: "post", fieldCount: 2 }));
	const { plan, price } = signUp(visitor, chance, recorder.at);
	wait(1500);
	add("custom_event", { event_name: "signup", ...properties({ plan }) });
	if (price > 0) {
		const orderId = `order-${visitor.user?.id.slice(-8)}`;
		wait(30_000);
		add("custom_event", {
			event_name: "purchase",
			...properties({ plan, amount: price, currency: "EUR" }),
			...money(String(price), orderId),
		});
		if (/[05]$/.test(orderId)) visitor.returning = { orderId, price };
	}
	return "/signup/welcome";
};

/** All events of one visit, in order. */
export const eventsOfVisit = (chance: Chance, visit: DemoVisit): EventRow[] => {
	const { visitor, source } = visit;
	const recorder = createRecorder(chance, visit);
	const { add, wait, rows } = recorder;
	for (let page = 0; page < MOST_PAGES; page += 1) {
		const isFirst = page === 0;
		const { utm_source } = source.parameters;
		add("pageview", {
			...(isFirst && {
				referrer: source.referrer,
				channel: source.channel,
				url_parameters: source.parameters,
				querystring: utm_source ? `?${new URLSearchParams(source.parameters)}` : "",
			}),
		});
		if (isFirst && visitor.returning) {
			const { orderId, price } = visitor.returning;
			add("custom_event", { event_name: "refund", ...money(String(-price), orderId) });
			visitor.returning = undefined;
		}
		const leaves = chance.happens(isFirst ? 0.44 : 0.3) && !recorder.pathname.startsWith("/signup");
		wait(leaves ? 15_000 : 28_000);
		actOnPage(chance, recorder);
		if (chance.happens(0.55))
			add("performance", { event_name: "web-vitals", ...vitalsOf(chance, visitor) });
		if (chance.happens(0.5))
			add("engagement", {
				ms_visible: Math.round(chance.skewed(14_000, 0.9)),
				scroll_depth: chance.whole(15, 100),
			});
		if (leaves) return rows;
		const registered =
			recorder.pathname === "/signup" && !visitor.user
				? register(chance, visit, recorder)
				: undefined;
		recorder.pathname = registered ?? chance.weighted(LINKS_OF[recorder.pathname] ?? LANDINGS).to;
		if (visitor.user && recorder.pathname === "/signup") recorder.pathname = "/app";
	}
	return rows;
};
