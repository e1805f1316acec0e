import { lazyPart } from "../../layout/lazy/lazy-part.tsx";
import { useSiteView } from "../../layout/site-view.ts";
import { useAddress } from "../../router/use-address.ts";
import { BreakdownPage } from "./breakdown-page.tsx";
import { dimensionNamed } from "./dimensions.ts";
import { GoogleSearches } from "./google-searches.tsx";
import { prefetchTables } from "./prefetch-tables.ts";

/** Loaded by sites with money alone. */
const Attribution = lazyPart(async () => (await import("./attribution.tsx")).Attribution, {
	isQuiet: "now",
});

/** Full tables of sources, and what they led to. */
const Sources = () => {
	const { address } = useAddress();
	const { currency } = useSiteView().site;
	const dimension = dimensionNamed("sources", address.open);
	return (
		<>
			<BreakdownPage page="sources">
				<GoogleSearches />
			</BreakdownPage>
			{currency && (
				// Rows of another dimension would be named as values of this one.
				<Attribution key={dimension.id} currency={currency} dimension={dimension} />
			)}
		</>
	);
};

/** See `PageLoader`. */
export const prefetch = prefetchTables("sources");

export default Sources;
