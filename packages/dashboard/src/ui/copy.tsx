import { useState } from "preact/hooks";
import { useWords } from "../i18n/language.ts";
import { Button } from "./button.tsx";
import css from "./copy.module.css";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

const SAID_MS = 2000;

/** A button that copies a text and confirms it on itself. */
export const CopyButton = ({ text, label }: { text: string; label?: string }) => {
	const words = useWords();
	const [said, setSaid] = useState<"copied" | "notCopied">();
	const copy = async () => {
		const before = document.activeElement;
		setSaid((await copyText(text)) ? "copied" : "notCopied");
		if (before instanceof HTMLElement) before.focus();
		setTimeout(() => setSaid(undefined), SAID_MS);
	};
	return (
		<>
			<Button onClick={copy} aria-label={label}>
				<Icon name={said === "copied" ? "check" : "copy"} />
				{said === "copied" ? words.part.copied : words.part.copy}
			</Button>
			<span class="vh" role="status">
				{said && words.part[said]}
			</span>
		</>
	);
};

/** Code with a button that copies it. */
export const CodeBlock = ({ code }: { code: string }) => (
	<div class={css["block"]}>
		<pre>
			<code>{code}</code>
		</pre>
		<div class={css["button"]}>
			<CopyButton text={code} />
		</div>
	</div>
);
