import { BreakdownPage } from "./breakdown-page.tsx";

/** Whole tables of sources. */
const Sources = () => <BreakdownPage page="sources" />;

export default Sources;
