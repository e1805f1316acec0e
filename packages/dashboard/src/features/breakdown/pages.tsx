import { BreakdownPage } from "./breakdown-page.tsx";
import { prefetchTables } from "./prefetch-tables.ts";

/** Full tables of pages. */
const Pages = () => <BreakdownPage page="pages" />;

/** See `PageLoader`. */
export const prefetch = prefetchTables("pages");

export default Pages;
