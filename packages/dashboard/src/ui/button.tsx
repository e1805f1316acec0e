import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from "preact";
import css from "./button.module.css";
import { joined } from "./class-names.ts";

/**
 * `main` is the primary action of a view, `tool` is for toolbars, `danger` for irreversible actions, `solid` for their
 * final step.
 */
export type ButtonKind = "plain" | "main" | "quiet" | "tool" | "danger" | "solid";

const classOf = (kind: ButtonKind, isIcon: boolean, extra: string | undefined) =>
	joined(css["button"], kind !== "plain" && css[kind], isIcon && css["icon"], extra);

interface Look {
	kind?: ButtonKind;
	/** A square for an icon only; give it an `aria-label`. */
	isIcon?: boolean;
	class?: string | undefined;
	children?: ComponentChildren;
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes, "class" | "icon">;

export const Button = ({ kind = "plain", isIcon = false, class: extra, ...rest }: ButtonProps) => (
	<button type="button" {...rest} class={classOf(kind, isIcon, extra)} />
);

interface LinkButtonProps extends Look {
	href: string;
	target?: "_blank";
	rel?: "noopener";
	"aria-label"?: string;
	onClick?: AnchorHTMLAttributes["onClick"];
}

/** A link that looks like a button: for navigation to another page. */
export const LinkButton = ({
	kind = "plain",
	isIcon = false,
	class: extra,
	...rest
}: LinkButtonProps) => <a {...rest} class={classOf(kind, isIcon, extra)} />;
