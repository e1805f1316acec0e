import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** By falling preference: where a person goes on. A heading is read aloud, and cannot be reached by Tab. */
const TARGETS = ["input", "h1, h2, h3", "button"];

interface StepsProps {
	/** The present step; undefined while none is shown, such as below a dialog. */
	step: string | undefined;
	children: ComponentChildren;
}

/**
 * Shows one step of a form after the other. A step that takes the place of another gets the focus, because what had it is
 * gone: its first field, else its heading, else its first button.
 */
export const Steps = ({ step, children }: StepsProps) => {
	const place = useRef<HTMLDivElement>(null);
	const shown = useRef(step);
	useLayoutEffect(() => {
		if (step === undefined) return;
		const isNext = shown.current !== undefined && shown.current !== step;
		shown.current = step;
		if (!isNext) return;
		for (const selector of TARGETS) {
			const found = place.current?.querySelector<HTMLElement>(selector);
			if (!found) continue;
			if (/^h\d$/i.test(found.tagName)) found.tabIndex = -1;
			return found.focus();
		}
	}, [step]);
	return (
		<div ref={place} style={{ display: "contents" }}>
			{children}
		</div>
	);
};
