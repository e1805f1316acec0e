/** The text of the event with this number: plain, multi-byte, malformed, or nearly as long as allowed. */
export const textOf = (nth) =>
	[
		"plain",
		"漢字と仮名".repeat(20),
		"👩‍👩‍👧‍👦🏳️‍🌈".repeat(10),
		"\ud83d broken \ude00",
		"x".repeat(1900),
		'quoted "\\ \u2028',
	][nth % 6];

/**
 * A page that sends numbered events, navigates within itself, and goes on to the next page after a while. How many
 * events each page of a window has sent is written to the window's sessionStorage before anything else can happen.
 */
const behaviour = (eventEveryMs, stayMs, textOf) => {
	// The page's own functions, so that everything measured below is the tracker's.
	const { setInterval, setTimeout, fetch } = window;
	const longest = JSON.parse(sessionStorage.longest ?? '{"block":0,"own":0}');
	const note = (kind, ms) => {
		if (ms <= longest[kind]) return;
		longest[kind] = ms;
		sessionStorage.longest = JSON.stringify(longest);
	};
	const timed = (act) =>
		function (...values) {
			const from = performance.now();
			const result = act.apply(this, values);
			note("own", performance.now() - from);
			return result;
		};
	/** Measures the reactions of others to a settled promise in the same turn: it queues behind them. */
	const timeReaction = async () => {
		const from = performance.now();
		for (let hop = 0; hop < 20; hop++) await null;
		note("own", performance.now() - from);
	};
	const settled = (promise) => {
		promise.then(timeReaction, timeReaction);
		return promise;
	};
	window.setTimeout = (act, ms) => setTimeout(timed(act), ms);
	window.addEventListener = (type, hear, how) =>
		EventTarget.prototype.addEventListener.call(window, type, timed(hear), how);
	window.fetch = (...request) =>
		settled(
			fetch(...request).then((answer) => {
				const { text } = answer;
				answer.text = () => settled(text.call(answer));
				return answer;
			}),
		);

	if (PerformanceObserver.supportedEntryTypes.includes("longtask"))
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) note("block", duration);
		}).observe({ type: "longtask", buffered: true });
	else {
		const TICK_MS = 20;
		let last = performance.now();
		setInterval(() => {
			const now = performance.now();
			note("block", now - last - TICK_MS);
			last = now;
		}, TICK_MS);
	}

	const query = new URLSearchParams(location.search);
	const load = Number(query.get("load"));
	const page = `${query.get("window")}-${load}`;
	const sent = JSON.parse(sessionStorage.sent ?? "{}");
	const event = timed((properties) => footfall.event("soak", properties));
	const timers = [
		setInterval(() => {
			const nth = (sent[page] ?? 0) + 1;
			event({ page, nth, text: textOf(nth) });
			sent[page] = nth;
			sessionStorage.sent = JSON.stringify(sent);
			if (nth % 9 === 0) history.pushState(null, "", `/within/${nth}${location.search}`);
		}, eventEveryMs),
		setTimeout(() => {
			query.set("load", load + 1);
			location.href = `/page?${query}`;
		}, stayMs),
	];
	/** Stops everything, and returns what this window has sent and how long it was blocked. */
	window.finish = () => {
		timers.forEach(clearTimeout);
		return JSON.stringify({ sent, longest });
	};
};

/** The page; without activity it only loads the tracker. */
export const soakPage = (collector, { acts, eventEveryMs, stayMs }) => `<!doctype html>
<meta charset="utf-8">
<title>A page that sends</title>
<link rel="icon" href="data:,">
${acts ? `<script>(${behaviour})(${eventEveryMs}, ${stayMs}, ${textOf});</script>` : ""}
<script src="${collector}/api/script.js"></script>`;
