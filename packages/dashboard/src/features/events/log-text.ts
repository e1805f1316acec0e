import { shownPath } from "@footfall/shared/text/shown-path";
import { isolated } from "../../i18n/isolated.ts";

/** The fields of an event that its log line needs. */
export interface LoggedEvent {
	type: string;
	event_name: string;
	/** JSON. */
	properties: string;
	pathname: string;
}

/** The parsed properties of an event; empty for text that is not a JSON object. */
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

/** The properties that can name a captured event; the first one present is used. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
	outbound: ["url"],
	button_click: ["text"],
	copy: ["text"],
	form_submit: ["formName", "formId", "formAction"],
	input_change: ["name", "inputName", "element"],
};

/** The subject of an event: its page, name, link, button … */
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

/** The properties of a custom event on one line: `plan: free, seats: 3`. */
export const propertiesText = ({ type, properties }: LoggedEvent): string =>
	type === "custom_event"
		? Object.entries(propertiesOf(properties))
				.slice(0, MOST_SHOWN)
				.map(
					([key, value]) =>
						`${isolated(key)}: ${isolated(typeof value === "string" ? value : JSON.stringify(value))}`,
				)
				.join(", ")
		: "";
