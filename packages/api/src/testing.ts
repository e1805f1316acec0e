/** What tests of other packages use of the api, besides its entries. */

export type { Caller } from "./access/caller.ts";
export type { Site } from "./access/site.ts";
export { createMailer } from "./accounts/mail.ts";
export { type AppOptions, createApp } from "./app.ts";
export { pageHeaders } from "./dashboard/page-headers.ts";
export { openAsIs } from "./database/open.ts";
export type { Database } from "./database/schema.ts";
export { enqueue, type NewDelivery } from "./deliveries/enqueue.ts";
export { describedRoutes } from "./document.ts";
export { createQuotas } from "./quotas/quotas.ts";
export type { ReportDependencies } from "./reports/report-dependencies.ts";
export { authOperations } from "./sign-in/auth-operations.ts";
export { configurationChanges } from "./site-config/snapshot.ts";
