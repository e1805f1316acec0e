import { isTelevision } from "./television.ts";

/**
 * Devices and apps whose agents the public lists mistake for programs, because they differ from those of desktop
 * browsers: televisions (`CE-HTML/1.0`, `Catcher`), feature phones (`Java`, `HTTP`), and names of models and systems.
 */
const DEVICES = [
	/midp|cldc|maui|brew\/|wap[ _-]?browser|wap[12]\.|bada\/|palmos|webos\/|windows phone|sonyericsson|nokia|blackberry/i,
	/hbbtv|smart-?tv|smarttv_|netbox|\bespial|red ?line|rutubetv|itunes-appletv|\bsymbian|nucleus|u_agent\/mozilla/i,
	/sogousearch|iph(?:one)?\d|iphone(?:se|x)|ipad\d|ipodtouch|\bwatch\d|micromessenger|sogoumobilebrowser|ucbrowser/i,
	/segasaturn|chromeframe|com\.dianping|embedded web browser|nook browser|news\/[\d.]+ (?:ipad|iphone)/i,
];
/** Agents of bots identify themselves, or link to a description. */
const BOT_WORDS =
	/bot\b(?!;)|bots?\/|-google\/|-agent\b|page speed|\.com\/|crawl|spider\b|https?:\/\/|www\.|@|preview|headless|python|curl|okhttp|scan|monitor|podcast|feed/i;

/** A browser on Android, with its model, such as `Spider 8`, `XBot Junior` and `4K Google TV Stick`. */
const ANDROID_MODEL = /^(.{0,60}\bAndroid [\d.]+; )([^()]{1,80})(\) AppleWebKit\/.*)/;

/** The part of a user agent that can reveal a bot; "" for the agents of people's devices that look like bots'. */
export const distinctivePartOf = (userAgent: string): string => {
	const android = ANDROID_MODEL.exec(userAgent);
	const hasOwnName = android === null || android[2]?.includes("-Google/");
	const telling = hasOwnName ? userAgent : `${android[1]}${android[3]}`;
	return (isTelevision(telling) || DEVICES.some((names) => names.test(telling))) &&
		!BOT_WORDS.test(telling)
		? ""
		: telling;
};
