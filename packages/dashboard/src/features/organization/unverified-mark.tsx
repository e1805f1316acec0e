import { useAreaWords } from "../../i18n/areas.ts";
import { Badge } from "../../ui/choice.tsx";

/** Beside a person whose address nobody has confirmed: it may be somebody else's. */
export const UnverifiedMark = () => (
	<Badge tone="warn">{useAreaWords("around").members.unverified}</Badge>
);
