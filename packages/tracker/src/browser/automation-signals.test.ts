// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { automationSignals } from "./automation-signals.ts";

const DESKTOP =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const PHONE = DESKTOP.replace("Safari", "Mobile Safari");
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";

const browser = (userAgent: string, webdriver: boolean, plugins: number, outer: number) => {
	vi.stubGlobal("navigator", { userAgent, webdriver, plugins: { length: plugins } });
	vi.stubGlobal("outerWidth", outer);
	vi.stubGlobal("outerHeight", outer);
	return automationSignals();
};

afterEach(() => {
	vi.unstubAllGlobals();
});

describe("automation signals", () => {
	it("are none for a person's Chrome", () => {
		vi.stubGlobal("chrome", {});
		expect(browser(DESKTOP, false, 5, 900)).toEqual({ _bs: 0, _bsm: 0 });
		expect(browser(PHONE, false, 0, 900)).toEqual({ _bs: 0, _bsm: 0 });
	});

	it("suffice for a verdict when the browser says that it is driven", () => {
		vi.stubGlobal("chrome", {});
		expect(browser(DESKTOP, true, 5, 900)).toEqual({ _bs: 3, _bsm: 0b1 });
	});

	it("are told without a score, whatever the browser calls itself", () => {
		expect(browser(DESKTOP, false, 5, 900)).toEqual({ _bs: 0, _bsm: 0b100 });
		expect(browser(FIREFOX, false, 5, 900)).toEqual({ _bs: 0, _bsm: 0b100 });
		expect(browser(DESKTOP, false, 0, 0)).toEqual({ _bs: 0, _bsm: 0b10110 });
	});
});
