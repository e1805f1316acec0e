import { useAreaWords } from "../../i18n/areas.ts";
import { Badge } from "../../ui/form/choice.tsx";

/** Marks a person whose e-mail address is unverified: it may be somebody else's. */
export const UnverifiedMark = () => (
	<Badge tone="warn">{useAreaWords("around").members.unverified}</Badge>
);
