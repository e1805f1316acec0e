import { BreakdownPage } from "./breakdown-page.tsx";

/** Full tables of sources. */
const Sources = () => <BreakdownPage page="sources" />;

export default Sources;
