import { type StackFrame, shortFile, stackLines } from "@footfall/shared/errors/stack-lines";
import { useState } from "preact/hooks";
import type { Report } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { ReportPending } from "../../layout/report-pending.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Pick } from "../../ui/form/choice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Moment } from "./error-list.tsx";
import css from "./errors.module.css";
import type { Occurrence } from "./occurrences.tsx";

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

const Frames = ({ stack, host }: { stack: string; host: string }) => {
	const lines = stackLines(stack, host);
	return (
		<ol class={css["frames"]}>
			{lines.map(({ text, frame }, index) =>
				frame ? (
					<Frame key={index} frame={frame} host={host} />
				) : (
					<li key={index} class={css["plain"]}>
						<bdi>{text}</bdi>
					</li>
				),
			)}
		</ol>
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
					<Frames stack={stack} host={occurrence?.hostname ?? ""} />
				)}
			</div>
		</Panel>
	);
};
