import { ALERT_EXAMPLES } from "./example-alerts.ts";
import { CHANGE_EXAMPLES } from "./example-changes.ts";
import { CHANNEL_EXAMPLES } from "./example-channels.ts";
import { DESTINATION_EXAMPLES } from "./example-destinations.ts";
import { DIFFERENCE_EXAMPLES } from "./example-differences.ts";
import { ERROR_EXAMPLES } from "./example-errors.ts";
import { FIGURE_EXAMPLES } from "./example-figures.ts";
import { PRIVATE_LINK_EXAMPLES } from "./example-private-links.ts";
import { REPORT_MAIL_EXAMPLES } from "./example-report-mails.ts";
import { RULE_EXAMPLES } from "./example-rules.ts";
import { SCHEMA_EXAMPLES } from "./example-schemas.ts";
import { SIGN_IN_EXAMPLES } from "./example-sign-in.ts";
import { SITE_MOVE_EXAMPLES } from "./example-site-moves.ts";
import { SOURCE_MAP_EXAMPLES } from "./example-source-maps.ts";
import { VISIT_EXAMPLES } from "./example-visits.ts";

/** What the examples of the API's document contain, by the name of a field; `Shape.field` where it means something else, or undefined where it is left out. */
export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
	...VISIT_EXAMPLES,
	...FIGURE_EXAMPLES,
	...ALERT_EXAMPLES,
	...CHANNEL_EXAMPLES,
	...CHANGE_EXAMPLES,
	...DESTINATION_EXAMPLES,
	...DIFFERENCE_EXAMPLES,
	...PRIVATE_LINK_EXAMPLES,
	...REPORT_MAIL_EXAMPLES,
	...ERROR_EXAMPLES,
	...RULE_EXAMPLES,
	...SCHEMA_EXAMPLES,
	...SIGN_IN_EXAMPLES,
	...SITE_MOVE_EXAMPLES,
	...SOURCE_MAP_EXAMPLES,
};
