const TYPES: Readonly<Record<string, string>> = {
	desktop: "Desktop",
	laptop: "Desktop",
	mobile: "Mobile",
	smartphone: "Mobile",
	phablet: "Mobile",
	"feature phone": "Mobile",
	phone: "Mobile",
	tablet: "Tablet",
	tv: "TV",
	"smart tv": "TV",
	console: "Console",
	"smart display": "Embedded",
	wearable: "Embedded",
	"car browser": "Embedded",
};

/** A kind of device in this product's words; "" for one that it has no word for. */
export const deviceType = (name: string): string => TYPES[name.toLowerCase()] ?? "";
