import { GoalsCard } from "./goals-card.tsx";
import { HoursCard } from "./hours-card.tsx";

/** The cards below the first screen. */
export const LowerCards = () => (
	<div class="two keep">
		<GoalsCard />
		<HoursCard />
	</div>
);
