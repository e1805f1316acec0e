/** Runs in the page of the dashboard's benchmark. Each function is sent as text, so it must be self-contained. */

/** Records when the page shows what, in ms after the navigation, and passes it to the global `noted` as JSON. */
export const watchPage = () => {
	const FIGURES = '[role=group][aria-label^="Metrics:"]';
	const LISTS = ["Sources", "Pages", "Places", "Devices"];
	const seen = {};
	const isReady = (element) => element?.getAttribute("aria-busy") === "false";
	const figures = () => {
		const strip = document.querySelector(FIGURES);
		return isReady(strip) ? strip.textContent : undefined;
	};
	const hasCards = () =>
		document.querySelector("main canvas") &&
		LISTS.every((name) => isReady(document.querySelector(`section[aria-label="${name}"]`)));
	/** Records when the frame is painted in which an element is first seen. */
	const note = (name, isTrue) => {
		if (name in seen || !isTrue) return;
		seen[name] = 0;
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				seen[name] = performance.now();
				globalThis.noted(JSON.stringify([name, seen[name]]));
			};
			port2.postMessage("");
		});
	};
	let before;
	const look = () => {
		note("figures", figures());
		note("cards", figures() && hasCards());
		if (before === undefined || !seen.clicked) return;
		const isFiltered = document.querySelector('section[aria-label="Sources"] [aria-pressed=true]');
		note("responded", isFiltered || document.querySelector(`${FIGURES}[aria-busy=true]`));
		const isNew = figures() && figures() !== before;
		note("filtered", isNew);
		note("filteredCards", isNew && hasCards());
	};
	const observe = () =>
		new MutationObserver(look).observe(document, {
			subtree: true,
			childList: true,
			attributes: true,
			attributeFilter: ["aria-busy", "aria-pressed"],
			characterData: true,
		});
	observe();
	globalThis.watchFilter = () => {
		before = figures();
		document.addEventListener(
			"click",
			({ timeStamp }) => {
				if ("clicked" in seen) return;
				seen.clicked = timeStamp;
				globalThis.noted(JSON.stringify(["clicked", timeStamp]));
			},
			{ capture: true },
		);
	};
};

/** Makes the page send each report of `POST …/reports` as a request of its own. */
export const askOneByOne = () => {
	const send = globalThis.fetch;
	globalThis.fetch = async (input, options) => {
		const request = input instanceof Request ? input : new Request(input, options);
		const { origin, pathname } = new URL(request.url);
		if (request.method !== "POST" || !pathname.endsWith("/reports")) return send(input, options);
		const { questions } = await request.json();
		const base = origin + pathname.slice(0, -"/reports".length);
		const body = new ReadableStream({
			async start(stream) {
				const encoder = new TextEncoder();
				await Promise.all(
					questions.map(async ({ id, report, parameters }) => {
						const answer = await send(`${base}/${report}?${new URLSearchParams(parameters)}`);
						const line = { id, status: answer.status, body: await answer.json() };
						stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
					}),
				);
				stream.close();
			},
		});
		return new Response(body);
	};
};
