import { useAreaWords } from "../../i18n/areas.ts";
import { Badge } from "../../ui/form/choice.tsx";
import { useSiteMoment } from "../shared/time/use-site-moment.ts";
import type { Alert } from "./alert-api.ts";
import { STATE_TONES } from "./alert-state.ts";
import css from "./alerts.module.css";

/** The state of an alert, and since or until when. */
export const StateBadge = ({ alert }: { alert: Alert }) => {
	const own = useAreaWords("alerts");
	const moment = useSiteMoment();
	const { state, stateSince, pausedUntil } = alert;
	const when =
		state === "ok"
			? undefined
			: state === "paused" && pausedUntil !== null
				? own.until(moment(pausedUntil, { isWithin: true }))
				: own.since(moment(stateSince, { isWithin: true }));
	return (
		<span class={css["state"]}>
			<Badge tone={STATE_TONES[state]}>{own.states[state]}</Badge>
			{when && <span class="mut">{when}</span>}
		</span>
	);
};
