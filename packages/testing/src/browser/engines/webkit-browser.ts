import { By, Key, type WebDriver } from "selenium-webdriver";
import type { Browser, PressedKey, Tab } from "./engine.ts";
import type { ScreenMouse } from "./screen-mouse.ts";

/** The middle of the element in screen coordinates; a window's own controls are above the page. */
const PLACE = `
	arguments[0].scrollIntoView({ block: "nearest" });
	const { x, y, width, height } = arguments[0].getBoundingClientRect();
	return [x + width / 2 + screenX, y + height / 2 + screenY + outerHeight - innerHeight];`;
const KEYS: Readonly<Record<PressedKey, string>> = {
	Enter: Key.ENTER,
	Escape: Key.ESCAPE,
	Tab: Key.TAB,
	Home: Key.HOME,
	End: Key.END,
	ArrowLeft: Key.ARROW_LEFT,
	ArrowRight: Key.ARROW_RIGHT,
	ArrowUp: Key.ARROW_UP,
	ArrowDown: Key.ARROW_DOWN,
};
const IN_FRONT = { x: 0, y: 0, width: 1024, height: 768 };

/** A browser that speaks WebDriver, which works in one tab at a time: the current one. */
export const createWebkitBrowser = (
	driver: WebDriver,
	home: string,
	screenMouse: ScreenMouse,
	ends: Pick<Browser, "close" | "kill">,
): Browser => {
	let queue: Promise<unknown> = Promise.resolve();
	const inTurn = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
		const turn = queue.then(act);
		queue = turn.catch(() => undefined);
		return turn;
	};

	/** A used window that is as good as new: opening another takes a quarter of a second. */
	let spare: string | undefined;
	const used = new Set<string>();

	const createTab = (handle: string): Tab => {
		const here = <Answer>(act: () => Promise<Answer>) =>
			inTurn(async () => {
				await driver.switchTo().window(handle);
				return act();
			});
		return {
			goto: (url) => here(() => driver.get(url)),
			evaluate: <Value>(code: string) =>
				here(() =>
					driver
						.executeScript<Value>("return (0, eval)(arguments[0])", code)
						.catch((error: Error) => {
							// If the page's policy forbids eval, an expression can be run as a script by itself.
							if (!/unsafe-eval|call to eval/.test(error.message)) throw error;
							return driver.executeScript<Value>(`return (${code}\n)`);
						}),
				),
			click: (selector, { button, holding, count = 1 } = {}) =>
				here(async () => {
					const element = await driver.findElement(By.css(selector));
					if (holding === "Alt") {
						const mouse = driver.actions().keyDown(Key.ALT).move({ origin: element });
						await mouse.press().release().keyUp(Key.ALT).perform();
						return;
					}
					if (button || holding) {
						// Its remote control always presses the main button, whichever is requested.
						const [x, y] = await driver.executeScript<[number, number]>(PLACE, element);
						await screenMouse.click(x, y, button ?? "left", holding !== undefined);
						return;
					}
					const mouse = driver.actions().move({ origin: element });
					for (let click = 0; click < count; click++) mouse.press().release();
					await mouse.perform();
				}),
			type: (text) => here(() => driver.actions().sendKeys(text).perform()),
			press: (key) => here(() => driver.actions().sendKeys(KEYS[key]).perform()),
			pressEnter: () => here(() => driver.actions().sendKeys(Key.ENTER).perform()),
			screenshot: () => here(async () => Buffer.from(await driver.takeScreenshot(), "base64")),
			url: () => here(() => driver.getCurrentUrl()),
			// Its tabs do not come to the front on demand, but its windows can be minimized and restored.
			hide: () => {
				used.add(handle);
				return here(() => driver.manage().window().minimize());
			},
			show: () =>
				here(async () => {
					await driver.manage().window().setRect(IN_FRONT);
				}),
			close: () =>
				here(async () => {
					await driver.close();
					// Without a current window, not even a new one can be opened.
					await driver.switchTo().window(home);
				}),
		};
	};

	const openTab = (url: string, kind: "window" | "tab") =>
		inTurn(async () => {
			if (spare && kind === "window") await driver.switchTo().window(spare);
			else await driver.switchTo().newWindow(kind);
			spare = kind === "window" ? undefined : spare;
			const handle = await driver.getWindowHandle();
			if (kind === "tab") used.add(handle);
			await driver.get(url);
			return createTab(handle);
		});

	return {
		open: (url) => openTab(url, "window"),
		openWindow: (url) => openTab(url, "window"),
		openBehind: async (front, url) => {
			// A new tab belongs to the current window.
			await front.url();
			return openTab(url, "tab");
		},
		closeTabs: () =>
			inTurn(async () => {
				for (const handle of await driver.getAllWindowHandles()) {
					if (handle === home) continue;
					await driver.switchTo().window(handle);
					if ((spare ?? handle) === handle && !used.has(handle)) {
						await driver.get("about:blank");
						spare = handle;
					} else await driver.close();
				}
				used.clear();
				await driver.switchTo().window(home);
			}),
		close: () => inTurn(ends.close),
		kill: ends.kill,
	};
};
