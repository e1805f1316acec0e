import { redirect } from "@sveltejs/kit";

/** A redirect counts no view of its own. */
export const load = () => redirect(307, "/pricing");
