import { redirect } from "react-router";

/** A redirect passes through without a view of its own. */
export const loader = () => redirect("/pricing");
