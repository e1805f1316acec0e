import type { ComponentChildren } from "preact";
import css from "./banner.module.css";
import { joined } from "./class-names.ts";
import { Icon } from "./icon.tsx";

const ICONS = { info: "info", warn: "warning", bad: "warning", good: "check" } as const;

/** A persistent message above the content it is about. */
export const Banner = ({
	tone = "info",
	children,
}: {
	tone?: keyof typeof ICONS;
	children: ComponentChildren;
}) => (
	<div
		class={joined(css["banner"], tone !== "info" && css[tone])}
		role={tone === "bad" ? "alert" : "status"}
	>
		<Icon name={ICONS[tone]} />
		<div class={css["text"]}>{children}</div>
	</div>
);
