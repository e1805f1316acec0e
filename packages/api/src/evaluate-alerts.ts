/** The evaluation of alerts without a server, for measurements. */
export { createEvaluateAlerts } from "./alerts/evaluate-alerts.ts";
export { openDatabase } from "./database/open.ts";
