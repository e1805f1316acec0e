import { median } from "../measuring/median.mjs";

/** Breakdowns of successive questions: an answer of the last half minute would be there at once. */
const BREAKDOWNS = [
	"Country",
	"Browser",
	"Operating system",
	"Language",
	"Device type",
	"Channel",
	"Region",
	"City",
	"Host",
];

/** Runs in the page: the global `answered` becomes the ms from Enter until the rows by this breakdown are painted. */
const watch = (head) => {
	globalThis.answered = new Promise((resolve) => {
		let began;
		addEventListener("keydown", ({ timeStamp }) => (began ??= timeStamp), { capture: true });
		const look = () => {
			const table = document.querySelector('main section[aria-busy="false"] table');
			const isNew = table?.querySelector("thead th")?.textContent === head;
			if (began === undefined || !isNew || !table.querySelector("tbody tr")) return;
			observer.disconnect();
			requestAnimationFrame(() => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = () => resolve(performance.now() - began);
				port2.postMessage("");
			});
		};
		const observer = new MutationObserver(look);
		observer.observe(document, {
			...{ subtree: true, childList: true, attributes: true, characterData: true },
		});
	});
};

/** The median time in ms that a question in Explore takes to change, in a slowed browser. */
export const exploreMs = async ({ browser, storageState, site, range, rounds, slowdown }) => {
	const context = await browser.newContext({ storageState, timezoneId: "UTC" });
	const page = await context.newPage();
	page.setDefaultTimeout(120_000);
	const devtools = await context.newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
	const taken = [];
	for (let round = 0; round <= rounds; round += 1) {
		const name = BREAKDOWNS[round % BREAKDOWNS.length];
		await page.goto(`${site}/explore?range=${range}&tz=UTC&compare=off`);
		await page.locator("main dd").waitFor();
		await page.getByRole("button", { name: "Add breakdown" }).click();
		await page.getByRole("combobox", { name: "Add breakdown" }).fill(name);
		await page.getByRole("option", { name, exact: true }).waitFor();
		await page.evaluate(watch, name);
		await page.keyboard.press("Enter");
		taken.push(await page.evaluate(() => globalThis.answered));
	}
	await context.close();
	// The first warms the server and the browser up.
	return median(taken.slice(1));
};
