import type { ComponentChildren } from "preact";
import { useWords } from "../i18n/language.ts";
import css from "./brand.module.css";
import { joined } from "./class-names.ts";
import { Mark } from "./icon.tsx";

/** Name and logo of the product. */
export const Brand = () => {
	const words = useWords();
	return (
		<span class={css["brand"]}>
			<Mark />
			{words.product}
		</span>
	);
};

/** A page without the frame: for viewers who are not signed in, and for errors. */
export const PlainPage = ({
	slim = false,
	children,
}: {
	slim?: boolean;
	children: ComponentChildren;
}) => (
	<main id="main" class={css["plain"]}>
		<div class={joined(css["sheet"], slim && css["slim"])}>{children}</div>
	</main>
);
