import { readFileSync } from "node:fs";
import crawlers from "crawler-user-agents";
import type { Network } from "../lookup/network.ts";
import type { CorpusRequest } from "./layer-hits.ts";

/** Requests of one kind, and what they are. */
export interface Corpus {
	name: string;
	/** The verdict that the layers should come to. */
	are: "bots" | "people";
	requests: CorpusRequest[];
}

interface Recorded {
	recorded: string;
	requests: {
		engine: string;
		transport: string;
		headers: Record<string, string>;
		event?: object;
	}[];
}

const recorded: Recorded = JSON.parse(
	readFileSync(new URL("../../corpus/bots-browsers.json", import.meta.url), "utf8"),
);

/** The headers of a browser's text `fetch`, as a careful bot copies them. */
const BROWSER_HEADERS = {
	accept: "*/*",
	"accept-language": "en-US,en;q=0.9",
	"accept-encoding": "gzip, deflate, br, zstd",
	"sec-fetch-site": "cross-site",
	"sec-fetch-mode": "cors",
};

const crawlerAgents = crawlers.flatMap(({ instances }) => instances);
const crawlersWith = (headers: Record<string, string>): CorpusRequest[] =>
	crawlerAgents.map((agent) => ({ headers: { ...headers, "user-agent": agent } }));

const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
/** Requests at a steady rate from one browser that is otherwise inconspicuous. */
const paced = (count: number, everyMs: number, event: (index: number) => object): CorpusRequest[] =>
	Array.from({ length: count }, (_, index) => ({
		headers: { ...BROWSER_HEADERS, "user-agent": CHROME },
		event: {
			_bs: 0,
			screenWidth: 1920,
			screenHeight: 1080,
			page_id: `page${index}`,
			...event(index),
		},
		at: index * everyMs,
	}));

const driven = (event: object): CorpusRequest[] =>
	recorded.requests
		.filter((request) => request.event !== undefined)
		.map(({ headers, event: own }) => ({ headers, event: { ...own, ...event } }));

const RENTED: Network = { asn: 24940, asnOrganization: "", provider: "Hetzner", kind: "hosting" };
const CRAWLING: Network = { asn: 398324, asnOrganization: "", provider: "Censys", kind: "crawler" };
const fromNetwork = (network: Network): CorpusRequest[] =>
	recorded.requests.map((request) => ({ ...request, network }));

/** Dated by the installed version of `crawler-user-agents` and the day of the recordings. */
export const corpora = (): Corpus[] => [
	{
		name: "crawlers' agents, no other header",
		are: "bots",
		requests: crawlersWith({}),
	},
	{
		name: "… with a browser's headers",
		are: "bots",
		requests: crawlersWith(BROWSER_HEADERS),
	},
	{
		name: "recorded browsers with the automation flag",
		are: "bots",
		requests: driven({ _bs: 3, _bsm: 1 }),
	},
	{
		name: "recorded browsers from a crawlers' network",
		are: "bots",
		requests: fromNetwork(CRAWLING),
	},
	{
		name: "a flood: 10 pages a second for a minute",
		are: "bots",
		requests: paced(600, 100, (index) => ({ pathname: `/${index}` })),
	},
	{
		name: "a crawl: a new page every two seconds for ten minutes",
		are: "bots",
		requests: paced(300, 2_000, (index) => ({ pathname: `/${index}` })),
	},
	{
		name: "a crowd: 200 of an office open a page within a minute",
		are: "people",
		requests: paced(200, 290, (index) => ({ pathname: `/${index % 20}` })),
	},
	{
		name: "a crowd: 60 of a lecture open a link within eight seconds",
		are: "people",
		requests: paced(60, 133, () => ({ pathname: "/slides" })),
	},
	{
		name: "a gallery: 32 pages in 55 seconds",
		are: "people",
		requests: paced(32, 1_718, (index) => ({ pathname: `/picture/${index}` })),
	},
	{
		name: "recorded browsers: Chromium, Firefox, WebKit",
		are: "people",
		requests: recorded.requests,
	},
	{
		name: "… from a rented server, as through a VPN",
		are: "people",
		requests: fromNetwork(RENTED),
	},
	{
		name: "a reader: a page every five seconds for ten minutes",
		are: "people",
		requests: paced(120, 5_000, (index) => ({ pathname: `/${index % 40}` })),
	},
	{
		name: "a writer: five inputs a second for a minute",
		are: "people",
		requests: paced(300, 200, () => ({
			type: "input_change",
			page_id: "form",
			pathname: "/form",
			properties: '{"element":"textarea","inputName":"text"}',
		})),
	},
];

export const RECORDED_ON = recorded.recorded;
