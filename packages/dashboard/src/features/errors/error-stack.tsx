import { type StackFrame, shortFile, stackLines } from "@footfall/shared/errors/stack-lines";
import { useState } from "preact/hooks";
import type { Report } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useSourceMapWords } from "../shared/source-maps/use-source-map-words.ts";
import { Moment } from "./error-list.tsx";
import css from "./errors.module.css";
import { MissingMaps } from "./missing-maps.tsx";
import type { Occurrence } from "./occurrences.tsx";
import { OriginalCall } from "./original-call.tsx";
import { useResolvedStack } from "./use-resolved-stack.ts";

const Frame = ({ frame, host }: { frame: StackFrame; host: string }) => {
	const texts = useAreaWords("quality").errors;
	const place = [frame.line, frame.column].filter((one) => one !== undefined).join(":");
	return (
		<li class={css[frame.isOwn ? "own" : "other"]}>
			<bdi class={css["function"]}>{frame.name === "" ? texts.anonymous : frame.name}</bdi>
			<bdi class={css["file"]}>
				{shortFile(frame.file, host)}:{place}
			</bdi>
		</li>
	);
};

interface FramesProps {
	stack: string;
	/** The release of the code that failed; "" if unknown. */
	release: string;
	host: string;
}

/** The calls of a stack, each as the sources have it where there is a source map. */
const Frames = ({ stack, release, host }: FramesProps) => {
	const texts = useAreaWords("quality").errors;
	const { resolving } = useSourceMapWords();
	const resolved = useResolvedStack(stack, release);
	const lines = stackLines(stack, host);
	const calls = lines.filter(({ frame }) => frame !== undefined);
	const frames = resolved.data?.frames ?? [];
	const firstOriginal = frames.findIndex(({ original }) => original);
	return (
		<>
			{resolved.isResolving && <p class="sec">{resolving}</p>}
			<ol class={css["frames"]}>
				{lines.map((line, index) => {
					const { text, frame } = line;
					const number = calls.indexOf(line);
					const original = frames[number]?.original;
					if (!frame)
						return (
							<li key={index} class={css["plain"]}>
								<bdi>{text}</bdi>
							</li>
						);
					if (!original) return <Frame key={index} frame={frame} host={host} />;
					return (
						<OriginalCall
							key={index}
							frame={original}
							functionName={frame.name === "" ? texts.anonymous : frame.name}
							isOpen={number === firstOriginal}
						/>
					);
				})}
			</ol>
			<MissingMaps missing={resolved.data?.missing ?? []} release={release} host={host} />
		</>
	);
};

interface ErrorStackProps {
	report: Report<unknown>;
	/** The occurrence whose stack is shown; the newest unless another one was picked. */
	occurrence: Occurrence | undefined;
}

/** The stack of an occurrence. */
export const ErrorStack = ({ report, occurrence }: ErrorStackProps) => {
	const texts = useAreaWords("quality").errors;
	const [form, setForm] = useState<"frames" | "raw">("frames");
	const stack = occurrence?.stack ?? "";
	const place =
		occurrence?.fileName &&
		[occurrence.fileName, occurrence.lineNumber, occurrence.columnNumber]
			.filter((one) => one !== null)
			.join(":");
	return (
		<Panel
			label={texts.stack}
			title={texts.stack}
			aside={
				stack !== "" && (
					<span class="row">
						<Pick
							label={texts.stackForm}
							choices={[
								{ id: "frames", label: texts.calls },
								{ id: "raw", label: texts.raw },
							]}
							chosen={form}
							onChoose={(to) => setForm(to === "raw" ? "raw" : "frames")}
						/>
						<CopyButton text={stack} label={texts.copyStack} />
					</span>
				)
			}
			foot={
				occurrence && (
					<span>
						<Moment at={occurrence.timestamp} />
						{stack !== "" && form === "frames" && ` · ${texts.ownCode}`}
					</span>
				)
			}
		>
			<div class={css["stack"]}>
				{!occurrence && report.data === undefined ? (
					<ReportPending report={report} rows={5} />
				) : stack === "" ? (
					<p class="sec">
						{texts.noStack} {place && <bdi class="mono">{place}</bdi>}
					</p>
				) : form === "raw" ? (
					<pre class={css["raw"]}>{stack}</pre>
				) : (
					<Frames
						key={stack}
						stack={stack}
						release={occurrence?.release ?? ""}
						host={occurrence?.hostname ?? ""}
					/>
				)}
			</div>
		</Panel>
	);
};
