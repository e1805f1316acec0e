import { useEffect } from "preact/hooks";
import { apiHref } from "../../api/client.ts";
import { failureOf, refusalOf } from "../../api/failure.ts";
import { useWords } from "../../i18n/language.ts";
import { clickedLink } from "../../router/use-address.ts";
import { toast } from "../../ui/toast.tsx";
import { failureText } from "../report-failure.tsx";

const FILE = /^\/api\/sites\/[^/]+\/export\//;

/** Longer than the gateway waits for any answer: by then the download has begun or failed. */
const ANSWERED_MS = 300_000;

const isFile = ({ href }: HTMLAnchorElement) => {
	const base = apiHref("");
	return href.startsWith(base) && FILE.test(href.slice(base.length));
};

/** What a frame shows in place of a file; nothing can be read of the browser's own pages about failures. */
const shownIn = ({ contentDocument }: HTMLIFrameElement): unknown => {
	try {
		return JSON.parse(contentDocument?.querySelector("pre")?.textContent ?? "");
	} catch {
		return undefined;
	}
};

/**
 * Fetches a file in a frame of its own, by the browser's own download: a frame whose answer is a file stays empty, and shows
 * any other answer.
 * @param onRefused called with the body of an answer that is no file, as far as it is JSON
 */
const download = (href: string, onRefused: (body: unknown) => void): void => {
	const frame = document.createElement("iframe");
	frame.hidden = true;
	frame.src = href;
	const timer = setTimeout(() => frame.remove(), ANSWERED_MS);
	frame.addEventListener("load", () => {
		// Some browsers say that an empty frame is loaded, too.
		if (frame.contentDocument?.URL === "about:blank") return;
		clearTimeout(timer);
		onRefused(shownIn(frame));
		frame.remove();
	});
	document.body.append(frame);
};

/** Says at the lower edge why a file that was asked for does not come. */
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
