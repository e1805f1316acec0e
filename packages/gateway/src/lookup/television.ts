/** What televisions, their boxes and sticks, and their browsers call themselves. */
const NAMES = new RegExp(
	[
		// Television standards and systems.
		"hbbtv|iptv|\\(linux mips|ce-html|nettv|inettvbrowser|netcast|web0s|webos\\.tv|tvos|vidaa|viziOS|kreatv|ekioh|kepler/",
		"smart-?tv|smarttv_|google ?tv|android ?tv|apple ?tv|opera tv|\\bomi/|tbrowser|dlnadoc",
		// Makers whose names occur on nothing else.
		"bravia|\\bviera\\b|roku|crkey|chromecast|\\btivo\\b|vizio|brightsign|shell (?:[a-z]{2}|\\d{2})|xiaomi tv|mitv|mibox",
		// Players and set-top boxes.
		"bdplayer|bdp[\\d_]|(?:\\b|_)stb|set-?top|stbapp|\\bmag\\d{3}|freebox|dvbstick|smart ?box|(?:tv|android|smart) ?stick|tv ?box",
		// Boxes and sticks that run Android, by the names of their boards and makers.
		"\\bx96|a95x|\\bt95|[;( ]h96|\\bmxq|\\btx[369]\\b|\\bkm9\\b|\\bmk80|ugoos|minix|\\bneo-[uxz]\\d|mecool|beelink|tanix|vontar",
		"nexbox|leelbox|zidoo|gtking|gt-?king|\\bvmp-|yndx-000[79]|dune hd|movix|nebulax|rombica|formuler",
	].join("|"),
	"i",
);
/**
 * A word of the agent that is "TV" or ends in it, such as `TV`, `BeyondTV5` or `MYSTERY_TV_D23`; not the `DTV` of a
 * phone.
 */
const TV_WORD = /(?:\b|_|[a-z]|\bA|kA)TV(?=\b|_|\d{1,2}\b|-)/;
/** A word of an Android model that is or ends in "box". */
const BOX = /\bAndroid [\d.]+; [^;)]*box\b/i;
/** A Samsung television says "TV" after its system, within the same brackets. */
const isTizenTelevision = (userAgent: string) =>
	userAgent
		.toLowerCase()
		.split(")")
		.some((part) => {
			const at = part.indexOf("tizen");
			return at !== -1 && /\btv/.test(part.slice(at));
		});
/** Amazon's Fire TV: https://developer.amazon.com/docs/fire-tv/user-agent-strings.html */
const FIRE_TV = /\bAFT[A-Z\d]/;
const SIZE = "(?:19|22|24|28|32|39|4[02389]|5[058]|6[05]|7[057]|8[2568]|98)(?!GB)";
/** Models of televisions start with the size of the screen in inches: `55LEX-8174`, `SW-LED43SG300`, `U43F8000EG`. */
const SIZED_MODEL = new RegExp(
	`(?:[ _-](?:LED)?${SIZE}(?:[A-Z]{2}|[A-Z]\\d{3})|[A-Z]${SIZE}[A-Z]{1,5}\\d{3}|LED-?${SIZE})`,
);
const ANDROID_MODEL = /\bAndroid [\d.]+;([^;)]{1,80})/;
const BUILD = /Build\/.*/;

/** Whether a user agent belongs to a television, or to a box or stick attached to one. */
export const isTelevision = (userAgent: string): boolean => {
	if (NAMES.test(userAgent) || TV_WORD.test(userAgent) || FIRE_TV.test(userAgent)) return true;
	if (BOX.test(userAgent) || isTizenTelevision(userAgent)) return true;
	const model = ANDROID_MODEL.exec(userAgent)?.[1]?.replace(BUILD, "");
	return model !== undefined && SIZED_MODEL.test(model);
};
