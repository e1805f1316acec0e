export { words } from "../en/transfer.ts";
