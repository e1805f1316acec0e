import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useWords } from "../../../i18n/language.ts";
import { useSignInHref } from "../../../layout/report-failure.tsx";
import { useAddress } from "../../../router/use-address.ts";
import { Brand, PlainPage } from "../../../ui/brand.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import css from "./trouble.module.css";
import { useTroubleWords } from "./trouble-words.ts";

/** Reasons why a whole page cannot be shown. */
export type TroubleKind =
	| "unknown"
	| "site"
	| "revoked"
	| "private"
	| "forbidden"
	| "notShown"
	| "down";

interface TroubleProps {
	kind: TroubleKind;
	/** The signed-in person's e-mail address. */
	email?: string;
	/** The API's own message, if it returned one. */
	more?: string;
	onRetry?(): void;
	/** Another place the reader may go. */
	way?: string | undefined;
}

const useWayOut = ({ kind, onRetry, way }: TroubleProps): ComponentChildren => {
	const words = useWords();
	const { toShown } = useTroubleWords();
	const { linkTo } = useAddress();
	const signInHref = useSignInHref();
	const toSites = (
		<LinkButton kind="main" href={linkTo({ to: "home" })}>
			{words.trouble.toSites}
		</LinkButton>
	);
	if (kind === "down")
		return (
			<Button kind="main" onClick={onRetry}>
				{words.card.retry}
			</Button>
		);
	if (kind === "notShown")
		return (
			way !== undefined && (
				<LinkButton kind="main" href={way}>
					{toShown}
				</LinkButton>
			)
		);
	if (kind === "private")
		return (
			<LinkButton kind="main" href={signInHref}>
				{words.menu.signIn}
			</LinkButton>
		);
	return kind === "revoked" ? null : toSites;
};

/** A whole page that cannot be shown: the reason, and what to do. */
export const Trouble = (props: TroubleProps) => {
	const { kind, email = "", more } = props;
	const words = useWords();
	const trouble = useTroubleWords();
	const texts = {
		unknown: [trouble.unknownTitle, trouble.unknownText],
		site: [trouble.siteTitle, trouble.siteText],
		revoked: [trouble.revokedTitle, trouble.revokedText],
		private: [trouble.privateTitle, trouble.privateText],
		forbidden: [trouble.forbiddenTitle, trouble.forbiddenText(email)],
		notShown: [trouble.notShownTitle, trouble.notShownText],
		down: [words.trouble.downTitle, words.trouble.downText],
	} as const;
	const [title, text] = texts[kind];
	useEffect(() => {
		document.title = `${title} · ${words.product}`;
	}, [title]);
	return (
		<PlainPage>
			<Brand />
			<div class={css["box"]}>
				<h1>{title}</h1>
				<p class="sec">{text}</p>
				{more && <p class="mut">{more}</p>}
				<div>{useWayOut(props)}</div>
			</div>
		</PlainPage>
	);
};
