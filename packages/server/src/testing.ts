/** What tests of other packages use of the command. */

export { environment } from "./configuration/configuration.ts";
