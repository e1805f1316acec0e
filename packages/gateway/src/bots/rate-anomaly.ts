import type { ClientEvent, ClientEventType } from "@footfall/shared/event";
import { detachString } from "../lookup/detach-string.ts";
import { exceedsWith, forgetValues, noValues, SMALL_INTEGER, textHash } from "./distinct-values.ts";
import type { Layer } from "./layer.ts";
import {
	evidenceOf,
	RATE_RULES,
	type RateRule,
	type RateRules,
	rulesAmong,
	THRESHOLD,
} from "./rate-rules.ts";
import { reusingMap } from "./reusing-map.ts";
import { emptyRing, exceeds, type TimeRing, withTime } from "./time-ring.ts";

/** Things that a person does many times on one page; counted apart, with a limit of their own. */
const INTERACTIONS: ReadonlySet<ClientEventType> = new Set([
	"button_click",
	"copy",
	"form_submit",
	"input_change",
	"engagement",
]);

/** An event that its client held back this long says nothing about how fast it sends: it was offline. */
const HELD_BACK_MS = 60_000;

/** The addresses that have been silent for longest are forgotten first, and they are the slow ones. */
const MAX_ADDRESSES = 5_000;
/** Clients at one address; the same goes for them. */
const MAX_CLIENTS = 32;
const MAX_AGENTS = 10_000;
/** Spreads sites over the numbers of agents; 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

const newClient = () => ({
	events: undefined as TimeRing | undefined,
	interactions: undefined as TimeRing | undefined,
	unscored: undefined as TimeRing | undefined,
	paths: noValues(),
});
type Client = ReturnType<typeof newClient>;

const emptyClient = (client: Client): void => {
	emptyRing(client.events);
	emptyRing(client.interactions);
	emptyRing(client.unscored);
	forgetValues(client.paths);
};

const newAddress = () => ({
	/** Most addresses have one client, or one at a time. */
	latestKey: -1,
	latest: newClient(),
	/** All of them by site and agent, the silent ones first, once there are several. */
	clients: undefined as Map<number, Client> | undefined,
	events: undefined as TimeRing | undefined,
	agents: noValues(),
	hosts: noValues(),
});
type Address = ReturnType<typeof newAddress>;

const emptyAddress = (address: Address): void => {
	address.latestKey = -1;
	emptyClient(address.latest);
	address.clients = undefined;
	emptyRing(address.events);
	forgetValues(address.agents);
	forgetValues(address.hosts);
};

/** Site and agent in one key. Two pairs that share one by chance are counted together. */
const keyOf = (site: number, agent: number) => (Math.imul(site, SPREAD) ^ agent) & SMALL_INTEGER;

const clientAt = (at: Address, key: number): Client => {
	if (at.latestKey === -1) at.latestKey = key;
	if (at.latestKey === key) return at.latest;
	at.clients ??= new Map([[at.latestKey, at.latest]]);
	const client = at.clients.get(key) ?? newClient();
	at.clients.delete(key);
	at.clients.set(key, client);
	if (at.clients.size > MAX_CLIENTS)
		for (const silent of at.clients.keys()) {
			at.clients.delete(silent);
			break;
		}
	at.latestKey = key;
	at.latest = client;
	return client;
};

/** Notes the event and lists the rules that its client breaks by itself. */
const brokenByClient = (
	client: Client,
	event: ClientEvent | undefined,
	rules: RateRules,
	now: number,
): RateRule[] => {
	// Identifying a visitor is one of the many small things that happen on a page, and has no score.
	const isInteraction = event === undefined || INTERACTIONS.has(event.type);
	if (isInteraction) client.interactions = withTime(client.interactions, RATE_RULES.hammering, now);
	else client.events = withTime(client.events, RATE_RULES.flood, now);
	if (event !== undefined && event._bs === undefined)
		client.unscored = withTime(client.unscored, RATE_RULES.unscored, now);
	const { burst, flood, wandering, hammering, unscored } = rules;
	const wanders = exceedsWith(client.paths, wandering, textHash(event?.pathname ?? ""), now);
	const broken: RateRule[] = [];
	if (exceeds(client.events, burst, now)) broken.push(burst);
	if (exceeds(client.events, flood, now)) broken.push(flood);
	if (wanders) broken.push(wandering);
	if (exceeds(client.interactions, hammering, now)) broken.push(hammering);
	if (exceeds(client.unscored, unscored, now)) broken.push(unscored);
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
	const addresses = reusingMap<string, Address>(MAX_ADDRESSES, {
		create: newAddress,
		empty: emptyAddress,
	});
	const agents = reusingMap<number, { events: TimeRing | undefined }>(MAX_AGENTS, {
		create: () => ({ events: undefined }),
		empty: ({ events }) => emptyRing(events),
	});

	return ({ event, context, heldMs }) => {
		const { site, address, userAgent, receivedAt: now } = context;
		if (address === "" || heldMs > HELD_BACK_MS) return undefined;
		const rules = context.isProxied ? rulesForPart : RATE_RULES;
		const siteAndAgent = keyOf(site.settings.siteId, userAgent.number);
		const atAddress = addresses.get(address) ?? addresses.add(detachString(address));
		atAddress.events = withTime(atAddress.events, RATE_RULES.busyAddress, now);
		const ofAgent = agents.get(siteAndAgent) ?? agents.add(siteAndAgent);
		ofAgent.events = withTime(ofAgent.events, RATE_RULES.busyAgent, now);
		const hasManyAgents = exceedsWith(atAddress.agents, rules.manyAgents, userAgent.number, now);
		const host = textHash(event?.hostname ?? "");
		const hasManyHosts = exceedsWith(atAddress.hosts, rules.manyHosts, host, now);

		const broken = brokenByClient(clientAt(atAddress, siteAndAgent), event, rules, now);
		if (broken.length === 0) return undefined;
		if (exceeds(atAddress.events, rules.busyAddress, now)) broken.push(rules.busyAddress);
		if (hasManyAgents) broken.push(rules.manyAgents);
		if (hasManyHosts) broken.push(rules.manyHosts);
		if (exceeds(ofAgent.events, rules.busyAgent, now)) broken.push(rules.busyAgent);
		const score = broken.reduce((sum, { points }) => sum + points, 0);
		return score >= THRESHOLD ? evidenceOf(broken, score) : undefined;
	};
};
