/** The example site: Quill, an app for notes. */
export const HOSTNAME = "quill.example";

export const PAGES: Readonly<Record<string, string>> = {
	"/": "Quill: notes that stay yours",
	"/features": "Features · Quill",
	"/pricing": "Pricing · Quill",
	"/about": "About · Quill",
	"/blog": "Blog · Quill",
	"/blog/launch": "We are live · Quill",
	"/blog/plain-text-lasts": "Plain text lasts · Quill",
	"/blog/meeting-notes": "Meeting notes that people read · Quill",
	"/docs": "Documentation · Quill",
	"/docs/import": "Importing notes · Quill",
	"/docs/sync": "Sync · Quill",
	"/docs/shortcuts": "Keyboard shortcuts · Quill",
	"/contact": "Contact · Quill",
	"/signup": "Sign up · Quill",
	"/signup/welcome": "Welcome · Quill",
	"/app": "Notes · Quill",
	"/app/notebook": "Notebook · Quill",
	"/app/settings": "Settings · Quill",
};

const links = (text: string) =>
	text.split(" ").map((link) => {
		const [to = "/", weight = "1"] = link.split(":");
		return { to, weight: Number(weight) };
	});

/** Landing pages of visits whose source has none. */
export const LANDINGS = links(
	"/:50 /features:10 /pricing:8 /blog/plain-text-lasts:12 /blog/meeting-notes:8 /docs/import:7 /docs/sync:4 /about:1",
);

const FROM_BLOG = links("/:30 /blog:25 /features:20 /pricing:12 /blog/plain-text-lasts:8 /about:5");
const FROM_DOCS = links(
	"/docs:30 /docs/import:15 /docs/sync:15 /docs/shortcuts:15 /pricing:10 /:15",
);

/** The links that visitors follow, by page. */
export const LINKS_OF: Readonly<Record<string, ReturnType<typeof links>>> = {
	"/": links("/features:32 /pricing:28 /blog:10 /docs:8 /about:6 /signup:16"),
	"/features": links("/pricing:45 /:15 /docs:12 /signup:22 /blog:6"),
	"/pricing": links("/signup:48 /features:20 /:15 /contact:9 /docs:8"),
	"/about": links("/:50 /contact:20 /blog:30"),
	"/blog": links("/blog/launch:20 /blog/plain-text-lasts:35 /blog/meeting-notes:30 /:15"),
	"/blog/launch": FROM_BLOG,
	"/blog/plain-text-lasts": FROM_BLOG,
	"/blog/meeting-notes": FROM_BLOG,
	"/docs": links("/docs/import:35 /docs/sync:30 /docs/shortcuts:25 /:10"),
	"/docs/import": FROM_DOCS,
	"/docs/sync": FROM_DOCS,
	"/docs/shortcuts": FROM_DOCS,
	"/contact": links("/:60 /pricing:40"),
	"/signup": links("/pricing:45 /:35 /docs:20"),
	"/signup/welcome": links("/app:80 /docs/import:20"),
	"/app": links("/app/notebook:75 /app/settings:10 /docs/shortcuts:15"),
	"/app/notebook": links("/app/notebook:55 /app:35 /app/settings:10"),
	"/app/settings": links("/app:70 /pricing:30"),
};

export const OUTBOUND = [
	{ weight: 5, url: "https://github.com/quill-example/quill", text: "Source code" },
	{ weight: 3, url: "https://apps.example.com/quill", text: "Get the app" },
	{ weight: 2, url: "https://status.quill.example/", text: "Status" },
] as const;

export const BUTTONS = ["Start for free", "Compare plans", "Watch the tour", "Copy link"] as const;

export const DOWNLOADS = [
	"https://quill.example/files/importer.zip",
	"https://quill.example/files/sample-notes.zip",
] as const;

/** The version of the app on phones and tablets, which update at their own pace. */
export const APP_VERSIONS: Readonly<Record<string, string>> = { Mobile: "3.2.0", Tablet: "3.1.4" };

/** What people look for in the documentation. */
export const SEARCHES = ["import", "sync", "export", "shortcuts", "markdown", "api"] as const;

/** The frames below the failing one in every stack trace. */
export const CALLERS = [
	"Notebook.commit (https://quill.example/app.js:902:9)",
	"HTMLButtonElement.onclick (https://quill.example/app.js:310:21)",
] as const;

const pageError = (weight: number, name: string, message: string, file: string, line: number) => ({
	weight,
	name,
	message,
	file: `https://quill.example/${file}`,
	line,
	/** The function that fails. */
	call: "save",
});

export const PAGE_ERRORS = [
	pageError(
		6,
		"TypeError",
		"Cannot read properties of undefined (reading 'title')",
		"app.js",
		1841,
	),
	pageError(3, "NetworkError", "The notebook could not be saved", "sync.js", 212),
	pageError(1, "QuotaExceededError", "The quota has been exceeded.", "store.js", 77),
];

/** The same with what fails in a single release. */
export const RELEASE_ERRORS = [
	...PAGE_ERRORS,
	{ ...pageError(6, "TypeError", "this.draft is null", "draft.js", 58), call: "Draft.restore" },
];

export const PLANS = [
	{ weight: 70, plan: "free", price: 0 },
	{ weight: 22, plan: "personal", price: 5 },
	{ weight: 8, plan: "team", price: 12 },
] as const;

export const NAMES = (
	"Ada Park, Ben Okafor, Chiara Rossi, Dmitri Volkov, Emma Lindqvist, Farid Haddad, " +
	"Grace Chen, Hugo Martin, Ines Costa, Jonas Weber, Kavya Rao, Liam Murphy"
).split(", ");
