import { redirect } from "next/navigation";

/** A redirect passes through without a view of its own. */
const Old = () => redirect("/pricing");
export default Old;
