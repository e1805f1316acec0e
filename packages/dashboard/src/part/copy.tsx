import { useState } from "preact/hooks";
import { useWords } from "../words/language.ts";
import { Button } from "./button.tsx";
import css from "./copy.module.css";
import { Icon } from "./icon.tsx";

const SAID_MS = 2000;

/** Whether the text is in the clipboard now. `navigator.clipboard` is there on HTTPS and localhost alone; a product at http://10.0.0.5 has the older way. */
export const copyText = async (text: string): Promise<boolean> => {
	if (navigator.clipboard)
		return navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
	const area = document.createElement("textarea");
	area.value = text;
	area.className = "vh";
	// Inside a modal dialog nothing outside it can be selected.
	(document.querySelector("dialog[open]") ?? document.body).append(area);
	area.select();
	try {
		return document.execCommand("copy");
	} finally {
		area.remove();
	}
};

/** Copies a text, and says so on itself. */
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

/** Code to take along, with a button that copies it. */
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
