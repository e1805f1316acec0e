import type { ExploreWords } from "../shared/question/metric-text.ts";
import type { Question, QuestionView } from "../shared/question/question.ts";
import type { BoardCard, BoardContent } from "../shared/question/saved.ts";

type Name = keyof Pick<
	ExploreWords["board"],
	"marketing" | "shop" | "content" | "product" | "quality"
>;
type Title = keyof ExploreWords["board"]["card"];
type Card = readonly [title: Title, view: QuestionView, question: Question];

const by = (dimension: string, ...metrics: string[]): Question => ({
	metrics,
	dimensions: [dimension],
	limit: 10,
});
const perDay = (...metrics: string[]): Question => ({ metrics, dimensions: ["time:day"] });
const totals = (...metrics: string[]): Question => ({ metrics, dimensions: [] });

const CARDS: Readonly<Record<Name, readonly Card[]>> = {
	marketing: [
		["totals", "number", totals("sessions", "users", "bounce_rate", "views_per_session")],
		[
			"byChannel",
			"line",
			{ metrics: ["sessions"], dimensions: ["time:day", "channel"], limit: 1000 },
		],
		["bySource", "bars", by("referrer", "sessions")],
		["byCampaign", "table", by("utm_campaign", "sessions", "users", "bounce_rate")],
		["landing", "table", by("entry_page", "sessions", "bounce_rate", "session_duration")],
		["byCountry", "bars", by("country", "sessions")],
	],
	shop: [
		["totals", "number", totals("sessions", "users", "events")],
		["perDay", "line", perDay("sessions")],
		["bySource", "table", by("channel", "sessions", "events", "bounce_rate")],
		["events", "bars", by("event_name", "events")],
		["byProduct", "bars", by("device_type", "sessions")],
		["landing", "bars", by("entry_page", "sessions")],
	],
	content: [
		["totals", "number", totals("pageviews", "views_per_session", "time_on_page", "scroll_depth")],
		["perDay", "line", perDay("pageviews")],
		["pages", "table", by("pathname", "pageviews", "users", "time_on_page")],
		["landing", "bars", by("entry_page", "sessions")],
		["exits", "bars", by("exit_page", "sessions")],
		["hours", "bars", { metrics: ["sessions"], dimensions: ["hour_of_day"] }],
	],
	product: [
		["totals", "number", totals("users", "sessions", "session_duration", "events")],
		["perDay", "line", perDay("users")],
		["events", "table", by("event_name", "events", "users")],
		["versions", "bars", by("app_version", "sessions")],
		["browsers", "bars", by("browser", "users")],
		["weekdays", "bars", { metrics: ["users"], dimensions: ["day_of_week"] }],
	],
	quality: [
		["totals", "number", totals("errors", "error_sessions", "bots")],
		["vitals", "number", totals("lcp:p75", "inp:p75", "cls:p75", "ttfb:p75")],
		["errors", "line", perDay("errors")],
		["bots", "line", perDay("bots")],
		["slow", "table", { ...by("pathname", "lcp:p75", "inp:p75", "cls:p75") }],
		["browsers", "bars", by("browser", "errors")],
	],
};

/** The shop of a site that counts money. */
const SHOP_WITH_MONEY: readonly Card[] = [
	["totals", "number", totals("revenue", "orders", "average_order", "revenue_per_session")],
	["revenuePerDay", "line", perDay("revenue")],
	["revenueByChannel", "bars", by("channel", "revenue")],
	["revenueByPage", "bars", by("pathname", "revenue")],
	["orders", "line", perDay("orders")],
	["byCampaign", "table", by("utm_campaign", "sessions", "orders", "revenue")],
];

const READY_NAMES = Object.keys(CARDS) as readonly Name[];

/** A board that everybody has; it is not stored. */
export interface ReadyBoard extends BoardContent {
	/** In its URL. */
	id: string;
	name: string;
}

/** @param hasMoney whether the site shows amounts */
export const readyBoards = ({ board: texts }: ExploreWords, hasMoney: boolean): ReadyBoard[] =>
	READY_NAMES.map((id) => ({
		id: `ready-${id}`,
		name: texts[id],
		columns: 2,
		range: null,
		filters: [],
		cards: (hasMoney && id === "shop" ? SHOP_WITH_MONEY : CARDS[id]).map(
			([title, view, question]): BoardCard => ({
				kind: "question",
				title: texts.card[title],
				question,
				view,
			}),
		),
	}));
