import type { SiteConfig, SiteSwitchName } from "../config/site-config.ts";

/** The recording settings, one group per panel. Switches of sharing are in their own section. */
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
	bots: ["blockBots", "countSuspected", "firstPartyProxy"],
} as const satisfies Record<string, readonly SiteSwitchName[]>;
export type SwitchGroup = keyof typeof SWITCH_GROUPS;

/** Every switch of the section. `sessionReplay` is beside the retention of recordings. */
export type TrackingSwitch = (typeof SWITCH_GROUPS)[SwitchGroup][number] | "sessionReplay";

/** The bot detection layers, in the order in which they run. */
export const BOT_LAYERS = [
	"ua_pattern",
	"header_heuristics",
	"client_signals",
	"bot_asn",
	"rate_anomaly",
] as const satisfies readonly SiteConfig["disabledBotLayers"][number][];
export type BotLayer = (typeof BOT_LAYERS)[number];

/** App sites have no browser user agent or headers, so these layers do not run there. */
export const isAskedFor = (layer: BotLayer, type: SiteConfig["type"]): boolean =>
	type === "web" || (layer !== "ua_pattern" && layer !== "header_heuristics");

/** The disabled layers after one was switched. */
export const layersOff = (off: readonly BotLayer[], layer: BotLayer, isOn: boolean): BotLayer[] =>
	BOT_LAYERS.filter((one) => (one === layer ? !isOn : off.includes(one)));

/** A retention setting, and its allowed days. 0 = no limit of the site's own. */
export const RETENTIONS = {
	replays: { setting: "replayRetentionDays", least: 1, most: 365 },
	events: { setting: "eventRetentionDays", least: 0, most: 3650 },
	users: { setting: "userRetentionDays", least: 0, most: 3650 },
	bots: { setting: "botRetentionDays", least: 0, most: 90 },
} as const;
export type RetentionKind = keyof typeof RETENTIONS;

/** A valid number of days; undefined for other text. */
export const retentionDaysOf = (text: string, kind: RetentionKind): number | undefined => {
	const { least, most } = RETENTIONS[kind];
	const days = Number(text);
	return /^\d{1,4}$/.test(text.trim()) && days >= least && days <= most ? days : undefined;
};

/** Whether data is kept for fewer days than before. */
export const isShorter = (days: number, before: number): boolean =>
	days !== 0 && (before === 0 || days < before);
