export { Notice } from "./notice.ts";
