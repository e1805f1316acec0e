import { BreakdownPage } from "./breakdown-page.tsx";
import { prefetchTables } from "./prefetch-tables.ts";

/** Full tables of sources. */
const Sources = () => <BreakdownPage page="sources" />;

/** See `PageLoader`. */
export const prefetch = prefetchTables("sources");

export default Sources;
