import type { ClientEvent } from "@footfall/shared/event";
import { jsonValue } from "@footfall/shared/json-value";
import { MAX_LENGTH } from "@footfall/shared/limits";
import { AMOUNT_DIGITS, amountOf, MAX_AMOUNT } from "@footfall/shared/money/amount";
import { currencyOf } from "@footfall/shared/money/currency";
import type { MoneyFault } from "@footfall/shared/outcomes";
import type { CompiledSite } from "../site-config/compiled-site.ts";

/** Why the money of an event is not stored. */
export interface MoneyRefusal {
	fault: MoneyFault;
	/** One sentence, for the reply. */
	reason: string;
}

/** What an event says about money: an amount with its currency, or why it is refused. */
export interface EventMoney {
	money?: { amount: string; currency: string };
	orderId?: string;
	refused?: MoneyRefusal;
}

/** The site's settings that decide what is money. */
export type MoneySite = Pick<CompiledSite, "moneyEvents"> & {
	settings: Pick<CompiledSite["settings"], "currency">;
};

/** As an event states it, unchecked. */
interface StatedMoney {
	amount: unknown;
	currency: unknown;
	orderId: unknown;
}

const NONE: EventMoney = {};
const MAX_SHOWN = 32;
const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => {
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	if (typeof value !== "string") return value === undefined ? "Nothing" : "An object or a list";
	const end = value.length > MAX_SHOWN ? "…" : "";
	return JSON.stringify(value.slice(0, MAX_SHOWN) + end);
};

const refused = (fault: MoneyFault, reason: string): EventMoney => ({ refused: { fault, reason } });

const amountFault = (amount: unknown): string => {
	const decimal = DECIMAL.exec(String(amount));
	if (decimal === null || typeof amount === "object")
		return `${shown(amount)} is not an amount: use digits and a point, such as 1234.56`;
	return (decimal[1]?.length ?? 0) > AMOUNT_DIGITS
		? `${shown(amount)} has more than ${AMOUNT_DIGITS} digits after the point: round it`
		: `${shown(amount)} is larger than ${MAX_AMOUNT}: check its unit`;
};

/** Text, or a whole number as text; `undefined` for anything else. */
const orderIdOf = (value: unknown): string | undefined => {
	if (Number.isSafeInteger(value)) return String(value);
	return typeof value === "string" && value.length <= MAX_LENGTH.orderId ? value : undefined;
};

const orderIdFault = (value: unknown): string =>
	typeof value === "string"
		? `The order id ${shown(value)} has more than ${MAX_LENGTH.orderId} characters: shorten it`
		: `${shown(value)} is not an order id: use text`;

const checked = ({ amount, currency, orderId }: StatedMoney, site: MoneySite): EventMoney => {
	const order = isGiven(orderId) ? orderIdOf(orderId) : "";
	if (order === undefined) return refused("order_id", orderIdFault(orderId));
	const ofOrder = order === "" ? NONE : { orderId: order };
	const text = amountOf(amount);
	if (text === undefined) return { ...ofOrder, ...refused("amount", amountFault(amount)) };
	const code = isGiven(currency) ? currencyOf(currency) : (site.settings.currency ?? "");
	if (code === undefined)
		return {
			...ofOrder,
			...refused("currency", `${shown(currency)} is not an ISO 4217 currency code, such as EUR`),
		};
	if (code === "")
		return {
			...ofOrder,
			...refused(
				"no_currency",
				`${text} has no currency, and the site has none: send one, or choose the site's`,
			),
		};
	return { ...ofOrder, money: { amount: text, currency: code } };
};

/** `amount` alone is no money: only the tag for Plausible sends it, together with its currency. */
const amountIn = (properties: Record<string, unknown>): unknown => {
	const { revenue, value, amount, currency } = properties;
	if (isGiven(revenue)) return revenue;
	if (isGiven(value)) return value;
	return isGiven(currency) ? amount : undefined;
};

/** Money in the properties of an event of a name that the site chose. */
const statedInProperties = (event: ClientEvent): StatedMoney | undefined => {
	const properties = jsonValue(event.properties ?? "{}");
	if (!isObject(properties)) return undefined;
	const stated = amountIn(properties);
	if (!isGiven(stated)) return undefined;
	const { amount, currency } = isObject(stated) ? stated : { amount: stated };
	return {
		amount,
		currency: isGiven(currency) ? currency : properties["currency"],
		orderId: [event.order_id, properties["transaction_id"], properties["order_id"]].find(isGiven),
	};
};

const statedIn = (event: ClientEvent, { moneyEvents }: MoneySite): StatedMoney | undefined => {
	const { revenue, order_id: orderId } = event;
	if (isGiven(revenue)) {
		const { amount, currency } = isObject(revenue) ? revenue : { amount: revenue };
		return { amount, currency: isGiven(currency) ? currency : event.currency, orderId };
	}
	return event.type === "custom_event" && moneyEvents.has(event.event_name)
		? statedInProperties(event)
		: undefined;
};

/**
 * The money of an event: its `revenue`, or the properties of an event of a name that the site chose. What is refused is
 * left out, and the event is stored without it.
 */
export const moneyOf = (event: ClientEvent, site: MoneySite): EventMoney => {
	const stated = statedIn(event, site);
	if (stated === undefined) {
		if (!isGiven(event.order_id)) return NONE;
		const orderId = orderIdOf(event.order_id);
		return orderId === undefined ? refused("order_id", orderIdFault(event.order_id)) : { orderId };
	}
	if (event.type === "engagement" || event.type === "performance")
		return refused(
			"event_type",
			`An event of type ${event.type} cannot carry money: send it with a custom event`,
		);
	return checked(stated, site);
};
