import { BreakdownPage } from "./breakdown-page.tsx";
import { CountryMap } from "./country-map.tsx";

/** Where visitors are, on a map and in tables. */
const Places = () => (
	<BreakdownPage page="places">
		<CountryMap />
	</BreakdownPage>
);

export default Places;
