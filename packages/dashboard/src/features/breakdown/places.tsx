import { BreakdownPage } from "./breakdown-page.tsx";
import { CountryMap } from "./country-map.tsx";
import { prefetchTables } from "./prefetch-tables.ts";

/** Where visitors are, on a map and in tables. */
const Places = () => (
	<BreakdownPage page="places">
		<CountryMap />
	</BreakdownPage>
);

/** See `PageLoader`. */
export const prefetch = prefetchTables("places");

export default Places;
