import type { SiteConfig, SiteSwitchName } from "../config/site-config.ts";

/** What is recorded, as the section has it: a group each panel. Switches of sharing are in their own section. */
export const SWITCH_GROUPS = {
	pages: ["trackInitialPageView", "trackSpaNavigation", "trackUrlParams", "trackUrlFragments"],
	clicks: [
		"trackOutbound",
		"trackDownloads",
		"trackButtonClicks",
		"trackCopy",
		"trackFormInteractions",
	],
	quality: ["trackErrors", "webVitals"],
	people: ["saltUserIds", "trackIp", "respectGpc"],
	bots: ["blockBots", "firstPartyProxy"],
} as const satisfies Record<string, readonly SiteSwitchName[]>;
export type SwitchGroup = keyof typeof SWITCH_GROUPS;

/** Every switch of the section. `sessionReplay` stands with how long recordings are kept. */
export type TrackingSwitch = (typeof SWITCH_GROUPS)[SwitchGroup][number] | "sessionReplay";

/** The layers that look for bots, in the order in which they are asked. */
export const BOT_LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
] as const satisfies readonly SiteConfig["disabledBotLayers"][number][];
export type BotLayer = (typeof BOT_LAYERS)[number];

/** Sites of apps have no browser's user agent and headers, so these layers are not asked there. */
export const isAskedFor = (layer: BotLayer, type: SiteConfig["type"]): boolean =>
	type === "web" || (layer !== "ua_pattern" && layer !== "header_heuristics");

/** The layers that are off once one of them is switched. */
export const layersOff = (off: readonly BotLayer[], layer: BotLayer, isOn: boolean): BotLayer[] =>
	BOT_LAYERS.filter((one) => (one === layer ? !isOn : off.includes(one)));

/** A number of days that recordings can be kept; undefined for other text. */
export const retentionDaysOf = (text: string): number | undefined => {
	const days = Number(text);
	return /^\d{1,3}$/.test(text.trim()) && days >= 1 && days <= 365 ? days : undefined;
};
