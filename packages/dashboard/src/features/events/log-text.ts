import { shownPath } from "@footfall/shared/text/shown-path";

/** An event of the log, as far as its line needs it. */
export interface LoggedEvent {
	type: string;
	event_name: string;
	/** JSON. */
	properties: string;
	pathname: string;
}

/** The properties of an event; none for a text that is no object. */
export const propertiesOf = (text: string): Record<string, unknown> => {
	try {
		const found: unknown = JSON.parse(text);
		return typeof found === "object" && found !== null && !Array.isArray(found)
			? (found as Record<string, unknown>)
			: {};
	} catch {
		return {};
	}
};

/** What names a captured event, the first of them that it has. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
	outbound: ["url"],
	button_click: ["text"],
	copy: ["text"],
	form_submit: ["formName", "formId", "formAction"],
	input_change: ["name", "inputName", "element"],
};

/** What an event was about: the page, the name, the link, the button … */
export const subjectOf = ({ type, event_name, properties, pathname }: LoggedEvent): string => {
	if (type === "pageview") return shownPath(pathname);
	if (type === "custom_event") return event_name;
	const found = propertiesOf(properties);
	const name = (NAMED_BY[type] ?? [])
		.map((key) => found[key])
		.find((value) => typeof value === "string" && value !== "");
	return typeof name === "string" ? name : "";
};

const MOST_SHOWN = 4;

/** The properties of a custom event in a line: `plan: free, seats: 3`. */
export const propertiesText = ({ type, properties }: LoggedEvent): string =>
	type === "custom_event"
		? Object.entries(propertiesOf(properties))
				.slice(0, MOST_SHOWN)
				.map(
					([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
				)
				.join(", ")
		: "";
