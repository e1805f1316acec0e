export { words } from "../en/sharing.ts";
