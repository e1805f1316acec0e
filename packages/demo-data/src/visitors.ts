import { DEVICES, type DemoLocation, type Device, LOCATIONS } from "./audience.ts";
import type { Chance } from "./chance.ts";
import { NAMES, PLANS } from "./pages.ts";

/** A person with a device, who may return and may become a user of the site. */
export interface Visitor {
	/** 64 bits as decimal text. */
	id: string;
	place: DemoLocation;
	device: Device;
	screen: readonly [width: number, height: number];
	language: string;
	/** Present once signed up. */
	user?: {
		id: string;
		traits: Readonly<Record<string, string | number>>;
		/** ms since the epoch. */
		since: number;
	};
	/** An order that they return on their next visit. */
	returning?: { orderId: string; price: number } | undefined;
}

const newVisitor = (chance: Chance): Visitor => {
	const place = chance.weighted(LOCATIONS);
	const device = chance.weighted(DEVICES);
	const id = chance.id();
	const screen = chance.one(device.screens);
	return { id, place, device, screen, language: chance.one(place.languages) };
};

/** Signs a visitor up: a user with a name, an address and a plan. @returns the plan */
export const signUp = (visitor: Visitor, chance: Chance, at: number) => {
	const name = chance.one(NAMES);
	const { plan, price } = chance.weighted(PLANS);
	const id = `user-${chance.id().slice(-8)}`;
	const email = `${name.toLowerCase().replace(" ", ".")}.${id.slice(-4)}@example.com`;
	visitor.user = { id, since: at, traits: { name, email, plan, price } };
	return { plan, price };
};

/** The number of recent visitors among whom returning ones are chosen. */
const REMEMBERED = 4000;

/** Returns a generator of visitors: new ones and returning ones, more often users. */
export const createVisitors = (chance: Chance): (() => Visitor) => {
	const recent: Visitor[] = [];
	const users: Visitor[] = [];
	const seen = new Set<Visitor>();
	return () => {
		const isUser = users.length > 20 && chance.happens(0.12);
		if (isUser) return chance.one(users);
		if (recent.length > 20 && chance.happens(0.22)) {
			const again = chance.one(recent);
			if (again.user && !seen.has(again)) {
				seen.add(again);
				users.push(again);
			}
			return again;
		}
		const visitor = newVisitor(chance);
		if (recent.length < REMEMBERED) recent.push(visitor);
		else recent[chance.whole(0, REMEMBERED - 1)] = visitor;
		return visitor;
	};
};
