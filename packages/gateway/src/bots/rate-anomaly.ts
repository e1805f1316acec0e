import type { ClientEvent, EventType } from "@footfall/shared/event";
import { recentMap } from "../enrich/recent-map.ts";
import type { Layer } from "./layer.ts";
import {
	BURST,
	BUSY_ADDRESS,
	BUSY_AGENT,
	evidenceOf,
	FLOOD,
	HAMMERING,
	MANY_AGENTS,
	MANY_HOSTS,
	type Rule,
	THRESHOLD,
	UNSCORED,
	WANDERING,
} from "./rate-rules.ts";
import { exceedsWith, noValues, type RecentValues } from "./recent-values.ts";
import { SMALL_INTEGER, textNumber, textNumbering } from "./text-number.ts";
import { addTime, exceeds, noTimes, type TimeRing } from "./time-ring.ts";

/** What a person does many times on one page; counted apart, with a limit of its own. */
const INTERACTIONS: ReadonlySet<EventType> = new Set([
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"engagement",
]);

/** An event that its client held back this long says nothing of how fast it sends: it was offline. */
const HELD_BACK_MS = 60_000;

/** Addresses that were not heard of longest are forgotten first, and they are the slow ones. */
const MAX_ADDRESSES = 5_000;
/** Clients at one address; the same goes for them. */
const MAX_CLIENTS = 32;
const MAX_AGENTS = 10_000;
/** Spreads sites over the numbers of agents; 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;
interface Client {
	events: TimeRing;
	paths: RecentValues;
	interactions: TimeRing | undefined;
	unscored: TimeRing | undefined;
}

interface Address {
	/** Most addresses have one client only, or one at a time. */
	latestKey: number;
	latest: Client;
	/** All of them by site and agent, the latest heard of last, once there are several. */
	clients: Map<number, Client> | undefined;
	events: TimeRing;
	agents: RecentValues;
	hosts: RecentValues;
}

const newClient = (): Client => ({
	events: noTimes(),
	paths: noValues(),
	interactions: undefined,
	unscored: undefined,
});

const newAddress = (): Address => ({
	latestKey: -1,
	latest: newClient(),
	clients: undefined,
	events: noTimes(),
	agents: noValues(),
	hosts: noValues(),
});

/** Site and agent in one key. Two pairs that share one by chance are counted together. */
const keyOf = (site: number, agent: number) => (Math.imul(site, SPREAD) ^ agent) & SMALL_INTEGER;

const clientIn = (place: Address, key: number): Client => {
	if (place.latestKey === key) return place.latest;
	if (place.latestKey === -1) {
		place.latestKey = key;
		return place.latest;
	}
	place.clients ??= new Map([[place.latestKey, place.latest]]);
	const { clients } = place;
	const client = clients.get(key) ?? newClient();
	clients.delete(key);
	if (clients.size >= MAX_CLIENTS)
		for (const oldest of clients.keys()) {
			clients.delete(oldest);
			break;
		}
	clients.set(key, client);
	place.latestKey = key;
	place.latest = client;
	return client;
};

const among = <Key extends string | number, Found extends object>(
	max: number,
	make: () => Found,
) => {
	const kept = recentMap<Key, Found>(max);
	return (key: Key): Found => {
		const known = kept.get(key);
		if (known !== undefined) return known;
		const made = make();
		kept.set(key, made);
		return made;
	};
};

/** A ring holds one more than the largest limit on it. */
const ringFor = ({ limit }: Rule) => limit + 1;
const OF_CLIENT = ringFor(FLOOD);
const OF_INTERACTIONS = ringFor(HAMMERING);
const OF_UNSCORED = ringFor(UNSCORED);
const OF_ADDRESS = ringFor(BUSY_ADDRESS);
const OF_AGENT = ringFor(BUSY_AGENT);

const isOver = (
	ring: TimeRing | undefined,
	capacity: number,
	{ limit, windowMs }: Rule,
	now: number,
): boolean => ring !== undefined && exceeds(ring, capacity, limit, windowMs, now);

const isOverWith = (recent: RecentValues, { limit, windowMs }: Rule, value: number, now: number) =>
	exceedsWith(recent, limit, windowMs, value, now);

/** Notes the event and lists the rules that its client breaks by itself. */
const brokenByClient = (client: Client, event: ClientEvent, now: number): Rule[] | undefined => {
	const isInteraction = INTERACTIONS.has(event.type);
	if (isInteraction) {
		client.interactions ??= noTimes();
		addTime(client.interactions, OF_INTERACTIONS, now);
	} else addTime(client.events, OF_CLIENT, now);
	if (event._bs === undefined) {
		client.unscored ??= noTimes();
		addTime(client.unscored, OF_UNSCORED, now);
	}
	const wanders = isOverWith(client.paths, WANDERING, textNumber(event.pathname ?? ""), now);
	let broken: Rule[] | undefined;
	const add = (applies: boolean, rule: Rule) => {
		if (!applies) return;
		broken ??= [];
		broken.push(rule);
	};
	add(isOver(client.events, OF_CLIENT, BURST, now), BURST);
	add(isOver(client.events, OF_CLIENT, FLOOD, now), FLOOD);
	add(wanders, WANDERING);
	add(isOver(client.interactions, OF_INTERACTIONS, HAMMERING, now), HAMMERING);
	add(isOver(client.unscored, OF_UNSCORED, UNSCORED, now), UNSCORED);
	return broken;
};

/**
 * How much comes from one client (site, address and agent) in how short a time. An office behind one address is a
 * crowd and no bot, so the crowd's rules count only beside one that the client breaks itself. Remembers in this
 * process alone: with several workers each sees its share. Its clock is the time at which events were received.
 */
export const rateAnomaly = (): Layer => {
	const addressOf = among<string, Address>(MAX_ADDRESSES, newAddress);
	const hostNumber = textNumbering();
	const agentOf = among<number, TimeRing>(MAX_AGENTS, noTimes);

	return ({ event, visit: { site, address, agent, receivedAt: now }, heldMs }) => {
		if (address === "" || heldMs > HELD_BACK_MS) return undefined;
		const siteAndAgent = keyOf(site.settings.siteId, agent.number);
		const place = addressOf(address);
		const sameAgent = agentOf(siteAndAgent);
		addTime(place.events, OF_ADDRESS, now);
		addTime(sameAgent, OF_AGENT, now);
		const manyAgents = isOverWith(place.agents, MANY_AGENTS, agent.number, now);
		const manyHosts = isOverWith(place.hosts, MANY_HOSTS, hostNumber(event.hostname ?? ""), now);

		const broken = brokenByClient(clientIn(place, siteAndAgent), event, now);
		if (broken === undefined) return undefined;
		if (isOver(place.events, OF_ADDRESS, BUSY_ADDRESS, now)) broken.push(BUSY_ADDRESS);
		if (manyAgents) broken.push(MANY_AGENTS);
		if (manyHosts) broken.push(MANY_HOSTS);
		if (isOver(sameAgent, OF_AGENT, BUSY_AGENT, now)) broken.push(BUSY_AGENT);
		const score = broken.reduce((sum, { points }) => sum + points, 0);
		return score >= THRESHOLD ? evidenceOf(broken, score) : undefined;
	};
};
