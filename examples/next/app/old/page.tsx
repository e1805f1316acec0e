import { redirect } from "next/navigation";

/** A redirect counts no view of its own. */
const Old = () => redirect("/pricing");
export default Old;
