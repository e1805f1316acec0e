const POLL_EVERY_MS = 1000;
const SHOWN = 40;
/** Events reach the store out of order by up to this much, so each poll looks back and leaves out what is shown. */
const LOOK_BACK_MS = 10_000;
/** Of the errors: an older one is no news. */
const LATELY = "past_minutes_start=5&past_minutes_end=0";

/** The path below which the product is reached; "" for none. */
const root = new URL(document.currentScript.src).pathname.replace(/\/demo\/demo\.js$/, "");
const pathOf = ({ pathname }) => pathname.slice(root.length);

const pages = {
	"/demo": {
		title: "A page like any other",
		text: "It has the same script tag that your own pages will have, and nothing else.",
	},
	"/demo/pricing": {
		title: "Pricing",
		text: "You came here without a page load, and it was still counted.",
	},
	"/demo/guide": {
		title: "Guide",
		text: "Add the script tag to your pages. That is the whole guide.",
	},
};

const kinds = {
	pageview: "Page view",
	custom_event: "Custom event",
	outbound: "Outbound link",
	button_click: "Button",
	copy: "Copy",
	form_submit: "Form",
	input_change: "Input",
};

const site = document.currentScript.dataset.site;
const byId = (id) => document.getElementById(id);

const showPage = () => {
	const page = pages[pathOf(location)] ?? pages["/demo"];
	document.title = `${page.title} · Footfall demo`;
	byId("title").textContent = page.title;
	byId("text").textContent = page.text;
	for (const link of document.querySelectorAll("nav a"))
		if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
};

document.addEventListener("click", (click) => {
	const link = click.target.closest("a");
	const isOwn = link?.origin === location.origin && pathOf(link) in pages;
	if (!isOwn || click.metaKey || click.ctrlKey || click.shiftKey) return;
	click.preventDefault();
	if (link.pathname !== location.pathname) history.pushState(null, "", link.pathname);
	showPage();
});
addEventListener("popstate", showPage);

byId("signup").addEventListener("click", () => {
	window.footfall?.event("demo_signup", { plan: "free", from: location.pathname });
});
byId("break").addEventListener("click", () => {
	// Thrown later, so that it is nobody's but the page's: what error tracking sees.
	setTimeout(() => {
		throw new Error(`The demo was asked to break at ${new Date().toISOString()}`);
	});
});

const seen = new Set();
let newest = 0;

const keyOf = (event) =>
	[event.timestamp, event.type, event.event_name, event.pathname, event.session_id].join("|");

const described = (event) => {
	if (event.type === "custom_event") return event.event_name;
	if (event.type !== "outbound") return event.pathname || "/";
	return JSON.parse(event.properties).url;
};

const span = (className, text) => {
	const element = document.createElement("span");
	element.className = className;
	element.textContent = text;
	return element;
};

const item = (isNew, kind, what, at, who) => {
	const entry = document.createElement("li");
	entry.className = isNew ? "new" : "";
	const time = document.createElement("time");
	time.dateTime = at.toISOString();
	time.textContent = at.toLocaleTimeString();
	entry.append(span("kind", kind), span("what", what), time, span("who", who));
	return entry;
};

const itemOf = (event, isNew) => {
	const place = [event.city, event.country].filter(Boolean).join(", ");
	const who = [`${event.browser} ${event.browser_version}`.trim(), event.operating_system, place]
		.filter(Boolean)
		.join(" · ");
	const kind = kinds[event.type] ?? event.type;
	return item(isNew, kind, described(event), new Date(event.timestamp), who);
};

/** In the order of their times, the newest first. */
const showOnce = (key, make) => {
	if (seen.has(key)) return;
	seen.add(key);
	const entry = make();
	const timeOf = (one) => one.querySelector("time").dateTime;
	const older = [...byId("events").children].find((one) => timeOf(one) <= timeOf(entry));
	byId("events").insertBefore(entry, older ?? null);
};

const showEvents = (events, areNew) => {
	for (const event of events.toReversed()) {
		showOnce(keyOf(event), () => itemOf(event, areNew));
		newest = Math.max(newest, Date.parse(event.timestamp));
	}
};

/** Removes what no longer fits, and says nothing where there is something to see. */
const tidy = () => {
	const list = byId("events");
	while (list.children.length > SHOWN) list.lastElementChild.remove();
	if (list.children.length > 0) byId("status").textContent = "";
};

const ask = async (path) => {
	const response = await fetch(`${root}/api/sites/${site}/${path}`);
	if (!response.ok) throw new Error(`${path} answered ${response.status}`);
	return response.json();
};

/** Errors are not in the list of events: they come by message, with when it came last. */
const showErrors = (errors) => {
	for (const { value, errorName, lastSeen } of errors)
		showOnce(`${lastSeen}|${value}`, () =>
			item(true, "Error", errorName, new Date(lastSeen), value),
		);
};

const poll = async () => {
	try {
		const since = new Date(newest - LOOK_BACK_MS).toISOString();
		const { data } = await ask(
			newest === 0 ? `events?page_size=${SHOWN / 2}` : `events?since_timestamp=${since}`,
		);
		showEvents(data, newest !== 0);
		tidy();
		const { data: errors } = await ask(`errors/names?${LATELY}&limit=${SHOWN}&seen=true`);
		showErrors(errors);
		const { count } = await ask("live-user-count");
		byId("live").textContent = count === 1 ? "1 session now" : `${count} sessions now`;
	} catch {
		byId("status").textContent = "The server cannot be reached. Trying again…";
	}
	setTimeout(poll, POLL_EVERY_MS);
};

showPage();
poll();
