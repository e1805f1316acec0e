import { PageHead } from "../../layout/head/page-head.tsx";
import { useAddress } from "../../router/use-address.ts";
import { useTexts } from "../shared/report/use-texts.ts";
import { CapturedPanel } from "./captured-panel.tsx";
import { EventLog } from "./event-log.tsx";
import { EventPage } from "./event-page.tsx";
import { KindsPanel } from "./kinds-panel.tsx";
import { NamesPanel } from "./names-panel.tsx";

/** `/events`, and `/events/signup` for one custom event. */
const Events = () => {
	const { words, view } = useTexts();
	const { destination } = useAddress();
	const [name] = destination.to === "site" ? destination.rest : [];
	if (name !== undefined) return <EventPage key={name} name={name} />;
	return (
		<>
			<PageHead title={words.page.events} of={view.site.domain} hasFilters />
			<KindsPanel />
			<div class="two">
				<NamesPanel />
				<CapturedPanel />
			</div>
			<EventLog />
		</>
	);
};

export default Events;
