import { BreakdownPage } from "./breakdown-page.tsx";

/** Whole tables of pages. */
const Pages = () => <BreakdownPage page="pages" />;

export default Pages;
