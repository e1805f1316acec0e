import { Badge } from "../../part/choice.tsx";
import { useAreaWords } from "../../words/areas.ts";

/** Beside a person whose address nobody has confirmed: it may be somebody else's. */
export const UnverifiedMark = () => (
	<Badge tone="warn">{useAreaWords("around").members.unverified}</Badge>
);
