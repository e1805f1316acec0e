import { redirect } from "@sveltejs/kit";

/** A redirect passes through without a view of its own. */
export const load = () => redirect(307, "/pricing");
