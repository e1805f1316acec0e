import { redirect } from "react-router";

/** A redirect counts no view of its own. */
export const loader = () => redirect("/pricing");
