/** Sources that are known by another name than their host. */
const NAMES: Readonly<Record<string, string>> = {
	"mail.google.com": "Gmail",
	"com.google.android.gm": "Gmail",
	"google.com": "Google",
	"com.google.android.googlequicksearchbox": "Google",
	"bing.com": "Bing",
	"duckduckgo.com": "DuckDuckGo",
	"slack.com": "Slack",
	"com.slack": "Slack",
	"com.Slack": "Slack",
	"news.ycombinator.com": "Hacker News",
	"telegram.org": "Telegram",
	"line.me": "LINE",
	"signal.org": "Signal",
	"thunderbird.net": "Thunderbird",
	"k9mail.app": "K-9 Mail",
	"facebook.com": "Facebook",
	"messenger.com": "Messenger",
	"instagram.com": "Instagram",
	"threads.com": "Threads",
	"x.com": "X",
	"linkedin.com": "LinkedIn",
	"reddit.com": "Reddit",
	"pinterest.com": "Pinterest",
	"whatsapp.com": "WhatsApp",
	"youtube.com": "YouTube",
	"tiktok.com": "TikTok",
	"github.com": "GitHub",
	"chatgpt.com": "ChatGPT",
};

/** The common name of a source; undefined if it is known by its host. */
export const sourceName = (host: string): string | undefined =>
	Object.hasOwn(NAMES, host) ? NAMES[host] : undefined;
