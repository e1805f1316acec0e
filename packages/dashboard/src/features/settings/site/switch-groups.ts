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
	bots: ["blockBots", "countSuspected", "firstPartyProxy"],
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

/** What is kept for days: the setting, and the days that it takes. 0 = no limit of the site's own. */
export const RETENTIONS = {
	replays: { setting: "replayRetentionDays", least: 1, most: 365 },
	events: { setting: "eventRetentionDays", least: 0, most: 3650 },
	users: { setting: "userRetentionDays", least: 0, most: 3650 },
	bots: { setting: "botRetentionDays", least: 0, most: 90 },
} as const;
export type RetentionKind = keyof typeof RETENTIONS;

/** A number of days that something can be kept; undefined for other text. */
export const retentionDaysOf = (text: string, kind: RetentionKind): number | undefined => {
	const { least, most } = RETENTIONS[kind];
	const days = Number(text);
	return /^\d{1,4}$/.test(text.trim()) && days >= least && days <= most ? days : undefined;
};

/** Whether fewer days are kept than before. */
export const isShorter = (days: number, before: number): boolean =>
	days !== 0 && (before === 0 || days < before);
