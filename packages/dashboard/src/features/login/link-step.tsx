import { answerOf, apiHref, client } from "../../api/client.ts";
import { useReport } from "../../api/use-report.ts";
import { useAreaWords } from "../../i18n/areas.ts";
import { ReportFailure } from "../../layout/report-failure.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import css from "./login.module.css";
import type { SignInWays } from "./sign-in-ways.ts";
import { useSubmit } from "./use-submit.ts";

interface LinkStepProps extends Pick<SignInWays, "providers"> {
	providerId: string;
	/** Goes on without a link. */
	onSkipped(): void;
}

/** The provider's name, from the server; null if it is not for the mail domain of the person who is signed in. */
const nameOf = async (
	{ providerId, providers }: Pick<LinkStepProps, "providerId" | "providers">,
	signal: AbortSignal,
): Promise<string | null> => {
	const own = providers.find(({ id }) => id === providerId);
	if (own) return own.name;
	const session = await answerOf(client.GET("/api/auth/get-session", { signal }));
	if (!session) return null;
	const body = { email: session.user.email };
	const { provider } = await answerOf(client.POST("/api/sign-in/provider", { body, signal }));
	return provider?.id === providerId ? provider.name : null;
};

/**
 * Asks a person who is signed in whether to link their account to the provider that did not get in: whoever runs it
 * can sign in as them from then on, so that only a click may begin it.
 */
export const LinkStep = ({ providerId, providers, onSkipped }: LinkStepProps) => {
	const { single } = useAreaWords("factor");
	const report = useReport({
		key: ["provider-to-link", providerId],
		fetch: (signal) => nameOf({ providerId, providers }, signal),
	});
	const { isBusy, error, submit } = useSubmit(async () => {
		const params = { path: { providerId } };
		const link = client.POST("/api/sign-in/oidc/{providerId}/link", { params });
		location.assign(apiHref((await answerOf(link)).path));
	});
	const { data: name, failure } = report;
	return (
		<div class={css["form"]}>
			<h1>{single.link.title}</h1>
			{name === undefined && !failure && <SkeletonBlock height={6} />}
			{name === undefined && failure && <ReportFailure report={report} />}
			{name === null && <p class="sec">{single.link.otherDomain}</p>}
			{error && <Banner tone="bad">{error}</Banner>}
			{typeof name === "string" && (
				<>
					<p class="sec">{single.link.text(name)}</p>
					<Button kind="main" class={css["way"]} disabled={isBusy} onClick={() => void submit()}>
						{single.link.with(name)}
					</Button>
				</>
			)}
			<Button kind="quiet" onClick={onSkipped}>
				{single.link.skip}
			</Button>
		</div>
	);
};
