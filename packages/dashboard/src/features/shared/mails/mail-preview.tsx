import { useEffect, useRef, useState } from "preact/hooks";
import { dateText } from "../../../format/time.ts";
import { useWording } from "../../../i18n/language.ts";
import { ReportPending } from "../../../layout/report-pending.tsx";
import { Pick } from "../../../ui/form/choice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ScrollArea } from "../../../ui/scroll-area.tsx";
import { type ReportMail, useMailPreview } from "./mail-api.ts";
import type { MailPlace } from "./mail-place.ts";
import css from "./mails.module.css";
import { useSendNow } from "./send-now.tsx";
import { useMailWords } from "./use-mail-words.ts";

/** A document without scripts, whose policy admits what mails have: styles in it, and images that are part of it. */
const FRAME = new URL("player.html", document.baseURI).href;

/** The mail in a frame of its own, in which nothing can run and whose links lead nowhere. */
const MailFrame = ({ html, label }: { html: string; label: string }) => {
	const frame = useRef<HTMLIFrameElement>(null);
	const [isLoaded, setIsLoaded] = useState(false);
	useEffect(() => {
		const content = frame.current?.contentDocument;
		if (!isLoaded || !content) return;
		const { documentElement: root } = content;
		// Parsed by the document of the frame: in this one, its policy would refuse the styles.
		root.innerHTML = html;
		root.style.overflow = "auto";
		// A link would replace the mail; another window cannot open from here.
		const base = content.createElement("base");
		base.target = "_blank";
		content.head.append(base);
	}, [isLoaded, html]);
	return (
		<iframe
			ref={frame}
			class={css["frame"]}
			src={FRAME}
			sandbox="allow-same-origin"
			title={label}
			onLoad={() => setIsLoaded(true)}
		/>
	);
};

/** What the report would be now, and a button that sends it to the viewer. */
export const MailPreviewPanel = ({ mail, place }: { mail: ReportMail; place: MailPlace }) => {
	const { one: texts } = useMailWords();
	const { locale } = useWording();
	const [view, setView] = useState<"mail" | "text">("mail");
	const { button, result } = useSendNow(mail, place);
	const { organizationId } = place;
	const report = useMailPreview(organizationId, mail.reportMailId, mail.updatedAt);
	const day = (iso: string) =>
		dateText(Date.parse(`${iso}T00:00:00Z`), { locale, now: Date.now() }, { isAlone: true });
	return (
		<Panel
			label={texts.preview}
			title={texts.preview}
			isStale={report.state === "refetching"}
			aside={
				<Pick<"mail" | "text">
					label={texts.view}
					choices={[
						{ id: "mail", label: texts.asMail },
						{ id: "text", label: texts.asText },
					]}
					chosen={view}
					onChoose={setView}
				/>
			}
		>
			<p class={css["inset"]}>{button}</p>
			{result}
			{report.data ? (
				<>
					<p class={css["subject"]}>
						<span class="mut">{texts.subject}:</span> <b>{report.data.subject}</b>{" "}
						<span class="mut">· {texts.previewOf(day(report.data.from), day(report.data.to))}</span>
					</p>
					{view === "mail" ? (
						<MailFrame html={report.data.html} label={texts.frame} />
					) : (
						<ScrollArea label={texts.asText} isTall>
							<pre class={css["text"]}>{report.data.text}</pre>
						</ScrollArea>
					)}
				</>
			) : (
				<div class={css["inset"]}>
					<ReportPending report={report} rows={8} />
				</div>
			)}
		</Panel>
	);
};
