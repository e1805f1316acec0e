import type { ClientEvent, EventType } from "@footfall/shared/event";
import { recentMap } from "../enrich/recent-map.ts";
import type { Layer } from "./layer.ts";
import { type RecentValues, recentValues } from "./recent-values.ts";
import { type TimeRing, timeRing } from "./time-ring.ts";

const SECOND = 1000;
const THRESHOLD = 4;

/** More than `limit` of something within `windowMs` are worth `points`. */
interface Rule {
	limit: number;
	windowMs: number;
	points: number;
	/** What there were too many of. */
	what: string;
}

const rule = (limit: number, what: string, seconds: number, points: number): Rule => ({
	limit,
	windowMs: seconds * SECOND,
	points,
	what,
});

const BURST = rule(30, "events", 10, 4);
const FLOOD = rule(120, "events", 60, 4);
const WANDERING = rule(25, "different paths", 60, 4);
const HAMMERING = rule(100, "interactions", 10, 4);
const UNSCORED = rule(20, "events without a client's score", 60, 1);
const BUSY_ADDRESS = rule(200, "events of one address", 60, 3);
const MANY_AGENTS = rule(10, "agents at one address", 300, 3);
const MANY_HOSTS = rule(6, "hosts from one address", 60, 2);
const BUSY_AGENT = rule(300, "events of one agent on the site", 60, 1);

/** What a person does many times on one page; counted apart, with a limit of its own. */
const INTERACTIONS: ReadonlySet<EventType> = new Set([
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"engagement",
]);

/** An event that its client held back this long says nothing of how fast it sends: it was offline. */
const HELD_BACK_MS = 60 * SECOND;

/** Addresses that were not heard of longest are forgotten first, and they are the slow ones. */
const MAX_ADDRESSES = 10_000;
/** Clients at one address; the same goes for them. */
const MAX_CLIENTS = 32;
const MAX_AGENTS = 10_000;
/** Spreads sites over the numbers of agents; 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;
/** What the engine can use as a key without allocating it. */
const SMALL_INTEGER = 0x3fff_ffff;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 32 bits stand for a text: two of thirty that collide by chance only make the rule one more patient. */
const numberOf = (text: string): number => {
	let hash = FNV_OFFSET;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
	return hash >>> 0;
};

/** The number of a text that mostly comes in a row, such as the host of a busy site. */
const numbering = () => {
	let latest = "";
	let number = numberOf(latest);
	return (text: string): number => {
		if (text !== latest) {
			latest = text;
			number = numberOf(text);
		}
		return number;
	};
};

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
	/** By site and agent, the latest heard of last. */
	clients: Map<number, Client>;
	events: TimeRing;
	agents: RecentValues;
	hosts: RecentValues;
}

const ringFor = ({ limit }: Rule) => timeRing(limit + 1);
const valuesFor = ({ limit, windowMs }: Rule) => recentValues(limit, windowMs);

const newClient = (): Client => ({
	// The larger of the two limits on them.
	events: ringFor(FLOOD),
	paths: valuesFor(WANDERING),
	interactions: undefined,
	unscored: undefined,
});

const newAddress = (): Address => ({
	latestKey: -1,
	latest: newClient(),
	clients: new Map(),
	events: ringFor(BUSY_ADDRESS),
	agents: valuesFor(MANY_AGENTS),
	hosts: valuesFor(MANY_HOSTS),
});

/** Site and agent in one key. Two pairs that share one by chance are counted together. */
const keyOf = (site: number, agent: number) => (Math.imul(site, SPREAD) ^ agent) & SMALL_INTEGER;

const clientIn = (place: Address, key: number): Client => {
	if (place.latestKey === key) return place.latest;
	const { clients } = place;
	const client = clients.get(key) ?? (place.latestKey === -1 ? place.latest : newClient());
	place.latestKey = key;
	place.latest = client;
	clients.delete(key);
	if (clients.size >= MAX_CLIENTS)
		for (const oldest of clients.keys()) {
			clients.delete(oldest);
			break;
		}
	clients.set(key, client);
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

const isOver = (ring: TimeRing | undefined, { limit, windowMs }: Rule, now: number) =>
	ring?.exceeds(limit, windowMs, now) ?? false;

/** Notes the event and lists the rules that its client breaks by itself. */
const brokenByClient = (client: Client, event: ClientEvent, now: number): Rule[] | undefined => {
	const isInteraction = INTERACTIONS.has(event.type);
	if (isInteraction) {
		client.interactions ??= ringFor(HAMMERING);
		client.interactions.add(now);
	} else client.events.add(now);
	if (event._bs === undefined) {
		client.unscored ??= ringFor(UNSCORED);
		client.unscored.add(now);
	}
	const wanders = client.paths.exceedsWith(numberOf(event.pathname ?? ""), now);
	let broken: Rule[] | undefined;
	const add = (applies: boolean, rule: Rule) => {
		if (!applies) return;
		broken ??= [];
		broken.push(rule);
	};
	add(isOver(client.events, BURST, now), BURST);
	add(isOver(client.events, FLOOD, now), FLOOD);
	add(wanders, WANDERING);
	add(isOver(client.interactions, HAMMERING, now), HAMMERING);
	add(isOver(client.unscored, UNSCORED, now), UNSCORED);
	return broken;
};

const evidenceOf = (rules: readonly Rule[], score: number) =>
	`${rules.map(({ limit, what, windowMs, points }) => `more than ${limit} ${what} in ${windowMs / SECOND} s ${points}`).join(", ")}: ${score} of ${THRESHOLD} points`;

/**
 * How much comes from one client (site, address and agent) in how short a time. An office behind one address is a
 * crowd and no bot, so the crowd's rules count only beside one that the client breaks itself. Remembers in this
 * process alone: with several workers each sees its share. Its clock is the time at which events were received.
 */
export const rateAnomaly = (): Layer => {
	const addressOf = among<string, Address>(MAX_ADDRESSES, newAddress);
	const hostNumber = numbering();
	const agentOf = among<number, TimeRing>(MAX_AGENTS, () => ringFor(BUSY_AGENT));

	return ({ event, visit: { site, address, agent, receivedAt: now }, heldMs }) => {
		if (address === "" || heldMs > HELD_BACK_MS) return undefined;
		const siteAndAgent = keyOf(site.settings.siteId, agent.number);
		const place = addressOf(address);
		const sameAgent = agentOf(siteAndAgent);
		place.events.add(now);
		sameAgent.add(now);
		const manyAgents = place.agents.exceedsWith(agent.number, now);
		const manyHosts = place.hosts.exceedsWith(hostNumber(event.hostname ?? ""), now);

		const broken = brokenByClient(clientIn(place, siteAndAgent), event, now);
		if (broken === undefined) return undefined;
		if (isOver(place.events, BUSY_ADDRESS, now)) broken.push(BUSY_ADDRESS);
		if (manyAgents) broken.push(MANY_AGENTS);
		if (manyHosts) broken.push(MANY_HOSTS);
		if (isOver(sameAgent, BUSY_AGENT, now)) broken.push(BUSY_AGENT);
		const score = broken.reduce((sum, { points }) => sum + points, 0);
		return score >= THRESHOLD ? evidenceOf(broken, score) : undefined;
	};
};
