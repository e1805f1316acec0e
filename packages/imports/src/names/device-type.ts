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

/** A device type in this product's terms; "" without a counterpart. */
export const deviceType = (name: string): string => TYPES[name.toLowerCase()] ?? "";
