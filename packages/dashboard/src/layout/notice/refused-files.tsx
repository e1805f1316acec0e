import { useEffect } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { failureOf, refusalOf } from "../../api/failure.ts";
import { useWords } from "../../i18n/language.ts";
import { clickedLink } from "../../router/use-address.ts";
import { toast } from "../../ui/overlay/toast.tsx";
import { failureText } from "../report-failure.tsx";

const FILE = /^\/api\/sites\/[^/]+\/export\//;

/** Longer than the gateway waits for any response: by then the download has started or failed. */
const ANSWERED_MS = 300_000;

const isFile = ({ href }: HTMLAnchorElement) => {
	const base = apiHref("");
	return href.startsWith(base) && FILE.test(href.slice(base.length));
};

/** The JSON that a frame shows instead of a file; the browser's own error pages cannot be read. */
const shownIn = ({ contentDocument }: HTMLIFrameElement): unknown => {
	try {
		return JSON.parse(contentDocument?.querySelector("pre")?.textContent ?? "");
	} catch {
		return undefined;
	}
};

/**
 * Downloads a file in a hidden frame: if the response is a file, the frame stays empty; any other response is displayed
 * in it.
 * @param onRefused called with the JSON body of a response that is not a file
 */
const download = (href: string, onRefused: (body: unknown) => void): void => {
	const frame = document.createElement("iframe");
	frame.hidden = true;
	frame.src = href;
	const timer = setTimeout(() => frame.remove(), ANSWERED_MS);
	frame.addEventListener("load", () => {
		// Some browsers fire load for an empty frame, too.
		if (frame.contentDocument?.URL === "about:blank") return;
		clearTimeout(timer);
		onRefused(shownIn(frame));
		frame.remove();
	});
	document.body.append(frame);
};

/** Reports in a toast why a download failed. */
export const RefusedFiles = () => {
	const words = useWords();
	useEffect(() => {
		const onRefused = (body: unknown) => {
			const failure = body === undefined ? failureOf(body) : refusalOf(0, body);
			const { message, help } = failureText(failure, words);
			toast(`${message} ${help}`.trim());
		};
		const onClick = (click: MouseEvent) => {
			const link = clickedLink(click);
			if (!link || !isFile(link)) return;
			click.preventDefault();
			download(link.href, onRefused);
		};
		document.addEventListener("click", onClick);
		return () => document.removeEventListener("click", onClick);
	}, [words]);
	return null;
};
