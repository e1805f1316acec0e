import { PastNote } from "../shared/past/past-note.tsx";
import { GoalsCard } from "./goals-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { useCardReport } from "./use-card-report.ts";

/** The cards below the first screen. */
export const LowerCards = () => {
	const imported = useCardReport({ report: "overview", parameters: {}, isCompared: true }).data
		?.imported;
	return (
		<>
			{imported?.used && <PastNote of="lower" imported={imported} />}
			<div class="two keep">
				<GoalsCard />
				<HoursCard />
			</div>
		</>
	);
};
