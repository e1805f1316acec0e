export { DELIVERED_COLUMNS } from "./rows/columns.ts";
export { checkTarget, type Destinations, startDestinations } from "./start-destinations.ts";
