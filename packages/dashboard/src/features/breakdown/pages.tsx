import { BreakdownPage } from "./breakdown-page.tsx";

/** Full tables of pages. */
const Pages = () => <BreakdownPage page="pages" />;

export default Pages;
