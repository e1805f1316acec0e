/**
 * Runs in the page of the benchmark of a large table; it is sent as text, so it must be self-contained. Records when the
 * rows of a table are painted, and after `watchSearch(text)` when only rows with that text are, in ms.
 */
export const watchTable = () => {
	const times = {};
	globalThis.tableTimes = times;
	let sought;
	const rowsOf = () => {
		const table = document.querySelector("[role=group][aria-busy=false] > table");
		return [...(table?.tBodies[0]?.rows ?? [])];
	};
	const note = (name, isTrue) => {
		if (name in times || !isTrue) return;
		times[name] = 0;
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				times[name] = performance.now();
			};
			port2.postMessage("");
		});
	};
	const look = () => {
		const rows = rowsOf();
		note("drawn", rows.length > 0);
		const isFound = (row) => row.textContent.includes(sought);
		note("found", sought !== undefined && rows.length > 0 && rows.every(isFound));
	};
	new MutationObserver(look).observe(document, {
		subtree: true,
		childList: true,
		attributes: true,
		attributeFilter: ["aria-busy"],
		characterData: true,
	});
	globalThis.watchSearch = (text) => {
		sought = text;
		const typed = () => {
			times.typed = performance.now();
		};
		addEventListener("input", typed, { capture: true, once: true });
	};
};
