export { words } from "../en/settings.ts";
