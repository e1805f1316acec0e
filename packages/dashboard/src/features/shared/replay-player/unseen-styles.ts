import { MASKED, UNLOADED } from "./safe-node.ts";

/** The pattern of content that was not recorded: hatched, in both a light and a dark page. */
const HATCH = "repeating-linear-gradient(135deg,#8885 0 4px,#8882 4px 8px)";

/** The style of masked, blocked and unloaded parts of a recording. */
export const UNSEEN_STYLES: readonly string[] = [
	`[${MASKED}]{background:${HATCH}!important;border-radius:3px}`,
	`.rr-block{background:${HATCH}!important;outline:1px dashed #888!important}`,
	`img[${UNLOADED}]{background:#8882!important;outline:1px dashed #8888!important;outline-offset:-1px}`,
];
