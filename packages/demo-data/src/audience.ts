/** The locations and devices of the visitors of the example site. */

/** @param ahead approximate UTC offset in hours */
const place = (
	weight: number,
	[country, region, city]: readonly [string, string, string],
	[lat, lon]: readonly [number, number],
	[timezone, ahead]: readonly [string, number],
	network: string,
	...languages: string[]
) => {
	const position = { lat, lon, timezone, ahead, network };
	return { weight, country, region: `${country}-${region}`, city, ...position, languages };
};
export type DemoLocation = ReturnType<typeof place>;

const NEW_YORK = ["America/New_York", -5] as const;
const BERLIN = ["Europe/Berlin", 1] as const;
const LONDON = ["Europe/London", 0] as const;

export const LOCATIONS: readonly DemoLocation[] = [
	place(14, ["US", "NY", "New York"], [40.71, -74.01], NEW_YORK, "Verizon", "en-US"),
	place(
		11,
		["US", "CA", "San Francisco"],
		[37.77, -122.42],
		["America/Los_Angeles", -8],
		"Comcast",
		"en-US",
	),
	place(
		5,
		["US", "TX", "Austin"],
		[30.27, -97.74],
		["America/Chicago", -6],
		"AT&T",
		"en-US",
		"es-US",
	),
	place(10, ["DE", "BE", "Berlin"], [52.52, 13.4], BERLIN, "Deutsche Telekom", "de-DE", "en-GB"),
	place(6, ["DE", "BY", "Munich"], [48.14, 11.58], BERLIN, "Vodafone", "de-DE"),
	place(9, ["GB", "ENG", "London"], [51.51, -0.13], LONDON, "BT", "en-GB"),
	place(6, ["FR", "IDF", "Paris"], [48.86, 2.35], ["Europe/Paris", 1], "Orange", "fr-FR"),
	place(
		4,
		["NL", "NH", "Amsterdam"],
		[52.37, 4.9],
		["Europe/Amsterdam", 1],
		"KPN",
		"nl-NL",
		"en-GB",
	),
	place(
		7,
		["IN", "KA", "Bengaluru"],
		[12.97, 77.59],
		["Asia/Kolkata", 5.5],
		"Reliance Jio",
		"en-IN",
		"hi-IN",
	),
	place(4, ["JP", "13", "Tokyo"], [35.68, 139.69], ["Asia/Tokyo", 9], "NTT", "ja-JP"),
	place(4, ["BR", "SP", "São Paulo"], [-23.55, -46.63], ["America/Sao_Paulo", -3], "Vivo", "pt-BR"),
	place(
		4,
		["CA", "ON", "Toronto"],
		[43.65, -79.38],
		["America/Toronto", -5],
		"Bell Canada",
		"en-CA",
		"fr-CA",
	),
	place(3, ["AU", "NSW", "Sydney"], [-33.87, 151.21], ["Australia/Sydney", 10], "Telstra", "en-AU"),
	place(3, ["ES", "MD", "Madrid"], [40.42, -3.7], ["Europe/Madrid", 1], "Telefónica", "es-ES"),
	place(2, ["PL", "14", "Warsaw"], [52.23, 21.01], ["Europe/Warsaw", 1], "Orange", "pl-PL"),
	place(2, ["SE", "AB", "Stockholm"], [59.33, 18.07], ["Europe/Stockholm", 1], "Telia", "sv-SE"),
];

const device = (
	weight: number,
	device_type: string,
	[operating_system, operating_system_version]: readonly [string, string],
	[browser, browser_version, device_model = ""]: readonly [string, string, string?],
	...screens: (readonly [width: number, height: number])[]
) => {
	const system = { operating_system, operating_system_version };
	return { weight, device_type, device_model, ...system, browser, browser_version, screens };
};
export type Device = ReturnType<typeof device>;

const WIDE = [1920, 1080] as const;

export const DEVICES: readonly Device[] = [
	device(24, "Desktop", ["Windows", "10"], ["Chrome", "148"], WIDE, [1536, 864], [2560, 1440]),
	device(6, "Desktop", ["Windows", "10"], ["Microsoft Edge", "148"], WIDE, [1366, 768]),
	device(3, "Desktop", ["Windows", "10"], ["Firefox", "151"], WIDE),
	device(11, "Desktop", ["macOS", "15"], ["Chrome", "148"], [1512, 982], [1728, 1117]),
	device(8, "Desktop", ["macOS", "15"], ["Safari", "26"], [1440, 900], [1512, 982]),
	device(3, "Desktop", ["Linux", ""], ["Firefox", "151"], WIDE, [2560, 1440]),
	device(19, "Mobile", ["iOS", "26"], ["Safari", "26", "iPhone"], [393, 852], [430, 932]),
	device(17, "Mobile", ["Android", "16"], ["Chrome", "148", "Pixel 10"], [412, 915], [360, 800]),
	device(
		3,
		"Mobile",
		["Android", "15"],
		["Samsung Internet for Android", "29", "Galaxy S25"],
		[384, 832],
	),
	device(3, "Tablet", ["iPadOS", "26"], ["Safari", "26", "iPad"], [820, 1180]),
	device(1, "TV", ["Tizen", "9"], ["Samsung Internet for Android", "4"], WIDE),
];
