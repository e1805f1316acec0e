import { readFileSync } from "node:fs";
import { corpora, RECORDED_ON } from "../dist/bots/corpora.js";
import { layerHits } from "../dist/bots/layer-hits.js";
import { NETWORKS_AS_OF } from "../dist/lookup/known-networks.js";
import { NAMED_AGENTS_AS_OF } from "../dist/lookup/named-agents.js";

/** Prints the share of each corpus that each bot layer flags, summarized in docs/internals/performance.md. */

const manifest = new URL("../package.json", import.meta.url);
const { dependencies } = JSON.parse(readFileSync(manifest, "utf8"));

const LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
	"any",
];
const percent = (share) =>
	share === 0 ? "0" : share === 1 ? "100 %" : `${(share * 100).toFixed(1)} %`;

const rows = corpora().map(({ name, are, requests }) => {
	const hits = layerHits(requests);
	return [
		are,
		name,
		String(requests.length),
		...LAYERS.map((layer) => percent(hits[layer] / requests.length)),
	];
});
const table = [["these are", "corpus", "requests", ...LAYERS], ...rows];
const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
const line = (cells, fill = " ") =>
	`| ${cells.map((cell, column) => cell.padEnd(widths[column], fill)).join(" | ")} |`;

console.log(
	`crawler-user-agents ${dependencies["crawler-user-agents"]}; browsers recorded on ${RECORDED_ON}; agents as of ${NAMED_AGENTS_AS_OF}, networks as of ${NETWORKS_AS_OF}\n`,
);
console.log(line(table[0]));
console.log(
	line(
		widths.map(() => ""),
		"-",
	),
);
for (const row of rows) console.log(line(row));
