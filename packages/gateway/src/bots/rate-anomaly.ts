import type { ClientEvent, EventType } from "@footfall/shared/event";
import { detachString } from "../lookup/detach-string.ts";
import { recentMap } from "../lookup/recent-map.ts";
import { type DistinctValues, exceedsWith, noValues } from "./distinct-values.ts";
import type { Layer } from "./layer.ts";
import {
	evidenceOf,
	RATE_RULES,
	type RateRule,
	type RateRules,
	rulesAmong,
	THRESHOLD,
} from "./rate-rules.ts";
import { latestTextHash, SMALL_INTEGER, textHash } from "./text-hash.ts";
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
	paths: DistinctValues;
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
	agents: DistinctValues;
	hosts: DistinctValues;
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
	own: (key: Key) => Key,
) => {
	const kept = recentMap<Key, Found>(max);
	return (key: Key): Found => {
		const known = kept.get(key);
		if (known !== undefined) return known;
		const made = make();
		kept.set(own(key), made);
		return made;
	};
};

/** A ring holds one more than the largest limit on it. */
const ringFor = ({ limit }: RateRule) => limit + 1;
const OF_CLIENT = ringFor(RATE_RULES.flood);
const OF_INTERACTIONS = ringFor(RATE_RULES.hammering);
const OF_UNSCORED = ringFor(RATE_RULES.unscored);
const OF_ADDRESS = ringFor(RATE_RULES.busyAddress);
const OF_AGENT = ringFor(RATE_RULES.busyAgent);

const isOver = (
	ring: TimeRing | undefined,
	capacity: number,
	{ limit, windowMs }: RateRule,
	now: number,
): boolean => ring !== undefined && exceeds(ring, capacity, limit, windowMs, now);

const isOverWith = (
	recent: DistinctValues,
	{ limit, windowMs }: RateRule,
	value: number,
	now: number,
) => exceedsWith(recent, limit, windowMs, value, now);

/** Notes the event and lists the rules that its client breaks by itself. */
const brokenByClient = (
	client: Client,
	event: ClientEvent,
	rules: RateRules,
	now: number,
): RateRule[] | undefined => {
	const isInteraction = INTERACTIONS.has(event.type);
	if (isInteraction) {
		client.interactions ??= noTimes();
		addTime(client.interactions, OF_INTERACTIONS, now);
	} else addTime(client.events, OF_CLIENT, now);
	if (event._bs === undefined) {
		client.unscored ??= noTimes();
		addTime(client.unscored, OF_UNSCORED, now);
	}
	const { burst, flood, wandering, hammering, unscored } = rules;
	const wanders = isOverWith(client.paths, wandering, textHash(event.pathname ?? ""), now);
	let broken: RateRule[] | undefined;
	const add = (applies: boolean, rule: RateRule) => {
		if (!applies) return;
		broken ??= [];
		broken.push(rule);
	};
	add(isOver(client.events, OF_CLIENT, burst, now), burst);
	add(isOver(client.events, OF_CLIENT, flood, now), flood);
	add(wanders, wandering);
	add(isOver(client.interactions, OF_INTERACTIONS, hammering, now), hammering);
	add(isOver(client.unscored, OF_UNSCORED, unscored, now), unscored);
	return broken;
};

/**
 * How much comes from one client (site, address and agent) in how short a time. An office behind one address is a
 * crowd and no bot, so the crowd's rules count only beside one that the client breaks itself. Remembers in this
 * process alone: a visitor who comes directly is on one connection and so with one worker, and what a proxy deals out
 * among them is judged by its part. Its clock is the time at which events were received.
 */
export const rateAnomaly = (workers = 1): Layer => {
	const rulesForPart = rulesAmong(workers);
	const addressOf = among<string, Address>(MAX_ADDRESSES, newAddress, detachString);
	const hostNumber = latestTextHash();
	const agentOf = among<number, TimeRing>(MAX_AGENTS, noTimes, (number) => number);

	return ({ event, context, heldMs }) => {
		const { site, address, agent, receivedAt: now } = context;
		if (address === "" || heldMs > HELD_BACK_MS) return undefined;
		const rules = context.isProxied ? rulesForPart : RATE_RULES;
		const siteAndAgent = keyOf(site.settings.siteId, agent.number);
		const place = addressOf(address);
		const sameAgent = agentOf(siteAndAgent);
		addTime(place.events, OF_ADDRESS, now);
		addTime(sameAgent, OF_AGENT, now);
		const manyAgents = isOverWith(place.agents, rules.manyAgents, agent.number, now);
		const manyHosts = isOverWith(
			place.hosts,
			rules.manyHosts,
			hostNumber(event.hostname ?? ""),
			now,
		);

		const broken = brokenByClient(clientIn(place, siteAndAgent), event, rules, now);
		if (broken === undefined) return undefined;
		if (isOver(place.events, OF_ADDRESS, rules.busyAddress, now)) broken.push(rules.busyAddress);
		if (manyAgents) broken.push(rules.manyAgents);
		if (manyHosts) broken.push(rules.manyHosts);
		if (isOver(sameAgent, OF_AGENT, rules.busyAgent, now)) broken.push(rules.busyAgent);
		const score = broken.reduce((sum, { points }) => sum + points, 0);
		return score >= THRESHOLD ? evidenceOf(broken, score) : undefined;
	};
};
