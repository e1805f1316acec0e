import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { deviceTypeFrom } from "./user-agent.ts";
import { createUserAgentReader } from "./user-agent-facts.ts";

const readUserAgent = createUserAgentReader();
const read = (userAgent: string, headers: IncomingHttpHeaders = {}) =>
	readUserAgent(userAgent).withHints(headers);

describe("a user agent", () => {
	it.each([
		[
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
			["Chrome", "142", "Windows", "10", "Desktop"],
		],
		[
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
			["Microsoft Edge", "142", "Windows", "10", "Desktop"],
		],
		[
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
			["Safari", "18", "macOS", "10.15", "Desktop"],
		],
		[
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
			["Safari", "18", "iOS", "18.6", "Mobile"],
		],
		[
			"Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
			["Safari", "17", "iOS", "17.4", "Tablet"],
		],
		[
			"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
			["Chrome", "142", "Android", "10", "Mobile"],
		],
		[
			"Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
			["Firefox", "145", "Linux", "", "Desktop"],
		],
		[
			"Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15",
			["Safari", "13", "", "", "Console"],
		],
		[
			"Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager",
			["WebOS Browser", "", "WebOS", "", "TV"],
		],
		[
			"Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.5414.119 Safari/537.36 Tesla/2023.44",
			["Chrome", "109", "Linux", "", "Embedded"],
		],
		["", ["", "", "", "", ""]],
		["nothing that is known", ["", "", "", "", ""]],
	])("%s", (userAgent, expected) => {
		const { browser, browserVersion, operatingSystem, operatingSystemVersion, deviceType } =
			read(userAgent);
		expect([browser, browserVersion, operatingSystem, operatingSystemVersion, deviceType]).toEqual(
			expected,
		);
	});

	it("is corrected by client hints where it is frozen", () =>
		expect(
			read(
				"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
				{
					"sec-ch-ua": '"Brave";v="142", "Chromium";v="142", "Not_A Brand";v="99"',
					"sec-ch-ua-mobile": "?0",
					"sec-ch-ua-platform": '"Windows"',
					"sec-ch-ua-platform-version": '"15.0.0"',
				},
			),
		).toEqual({
			browser: "Brave",
			browserVersion: "142",
			operatingSystem: "Windows",
			operatingSystemVersion: "11",
			deviceType: "Desktop",
		}));

	it("keeps what the hints do not contain", () =>
		expect(
			read(
				"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
				{
					"sec-ch-ua": '"Chromium";v="142", "Google Chrome";v="142", "Not?A_Brand";v="24"',
					"sec-ch-ua-mobile": "?1",
					"sec-ch-ua-platform": '"Android"',
				},
			),
		).toEqual({
			browser: "Chrome",
			browserVersion: "142",
			operatingSystem: "Android",
			operatingSystemVersion: "14",
			deviceType: "Mobile",
		}));
});

describe("an iPad that asks for desktop pages", () => {
	const mac = read(
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
	);
	it.each([
		[5, "Tablet"],
		[1, "Desktop"],
		[0, "Desktop"],
		[undefined, "Desktop"],
	])("is recognised by its touch points: %j make a %s", (maxTouchPoints, deviceType) =>
		expect(deviceTypeFrom(mac, 1024, maxTouchPoints)).toBe(deviceType),
	);
	it("is not a Windows desktop with a touch screen", () =>
		expect(deviceTypeFrom({ ...mac, operatingSystem: "Windows" }, 1920, 10)).toBe("Desktop"));
});

describe("a television", () => {
	it.each([
		"Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7) AppleWebKit/537.36 (KHTML, like Gecko) Silk/118.3.1 like Chrome/118.0.5993.155 Safari/537.36",
		"Mozilla/5.0 (Linux; Android 9; U43F8000EG Build/PPR2.180905.006.A1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/66.0.3359.158 YaBrowser/22.8.0.9 (lite) TV Safari/537.36",
		"Mozilla/5.0 (Linux; Android 11; 4K Google TV Stick) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/101.0.4951.61 Mobile Safari/537.36",
		"Mozilla/5.0 (Linux; Android 9; 55LEX-8174/UTS2C Build/PTT1.190222.001) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.91 Safari/537.36",
		"Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Humax; hdr1000s; 1.0.0; 1.0.0; ); ce-html/1.0; xx) Presto/2.10.250 Version/11.60",
	])("is %s", (userAgent) => expect(read(userAgent).deviceType).toBe("TV"));

	it.each([
		"Mozilla/5.0 (Linux; Android 14; SC-55D) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
		"Mozilla/5.0 (Linux; U; Android 11; ru-ru; Redmi Note 11S 5G Build/RP1A.200720.011) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/89.0.4389.116 Mobile Safari/537.36 XiaoMi/MiuiBrowser/12.16.3.1-gn",
	])("is not a %s", (userAgent) => expect(read(userAgent).deviceType).toBe("Mobile"));
});

describe("the user agent parser", () => {
	it("gives a cached text the same facts and number, and another text different ones", () => {
		const first = readUserAgent("One/1.0");
		expect([readUserAgent("Two/1.0").number === first.number, readUserAgent("One/1.0")]).toEqual([
			false,
			first,
		]);
	});

	it("distinguishes the hints of one user agent, however many there are", () => {
		const chrome =
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
		const versions = Array.from({ length: 20 }, (_, index) => String(100 + index));
		const browsers = [...versions, ...versions].map(
			(version) => read(chrome, { "sec-ch-ua": `"Brave";v="${version}"` }).browserVersion,
		);
		expect(browsers).toEqual([...versions, ...versions]);
		expect(read(chrome).browser).toBe("Chrome");
	});
});

describe("a device with an uninformative agent", () => {
	it.each([
		[1920, "Desktop"],
		[1025, "Desktop"],
		[1024, "Mobile"],
		[390, "Mobile"],
		[0, ""],
		[undefined, ""],
	])("%s pixels wide is %j", (width, expected) =>
		expect(deviceTypeFrom(read("unknown"), width)).toBe(expected),
	);
});
