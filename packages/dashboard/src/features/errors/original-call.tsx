import { useSourceMapWords } from "../shared/source-maps/use-source-map-words.ts";
import css from "./errors.module.css";
import type { OriginalFrame } from "./use-resolved-stack.ts";

const LIBRARY = /(^|\/)node_modules\//;

/** The lines of a source around a call; they scroll, because wrapped lines could not be told apart. */
const Context = ({ frame }: { frame: OriginalFrame }) => {
	const words = useSourceMapWords();
	const { context, line, source } = frame;
	if (context === null) return <p class="sec">{words.withoutText}</p>;
	const lines = [...context.before, context.line, ...context.after];
	const first = line - context.before.length;
	return (
		<section
			class={css["context"]}
			aria-label={words.context(source, String(line))}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
			tabIndex={0}
		>
			<pre dir="ltr">
				{lines.map((text, index) => (
					<code key={index} class={first + index === line ? css["hit"] : undefined}>
						<span class={css["number"]}>{first + index}</span>
						{text === "" ? " " : text}
						{"\n"}
					</code>
				))}
			</pre>
		</section>
	);
};

interface OriginalCallProps {
	frame: OriginalFrame;
	functionName: string;
	/** Shows the lines of its source at once. */
	isOpen: boolean;
}

/** A call as the source has it. */
export const OriginalCall = ({ frame, functionName, isOpen }: OriginalCallProps) => (
	<li class={css[LIBRARY.test(frame.source) ? "other" : "own"]}>
		<details open={isOpen} class={css["original"]}>
			<summary>
				<bdi class={css["function"]}>{functionName}</bdi>{" "}
				<bdi class={css["file"]}>
					{frame.source}:{frame.line}:{frame.column}
				</bdi>
			</summary>
			<Context frame={frame} />
		</details>
	</li>
);
