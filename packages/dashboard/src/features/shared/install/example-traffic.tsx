import { useEffect, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { failureOf } from "../../../api/failure.ts";
import { invalidate } from "../../../api/query-cache.ts";
import type { paths } from "../../../api/schema.ts";
import { useReport } from "../../../api/use-report.ts";
import { useAreaWords } from "../../../i18n/areas.ts";
import { useWording } from "../../../i18n/language.ts";
import { failureText } from "../../../layout/report-failure.tsx";
import { useAddress } from "../../../router/use-address.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/form/choice.tsx";
import css from "./example-traffic.module.css";

type Example =
	paths["/api/organizations/{organizationId}/example-site"]["get"]["responses"][200]["content"]["application/json"]["data"];

const POLL_MS = 500;
const MOST_WAITS = 60;

const pathTo = (organizationId: string) => ({ params: { path: { organizationId } } });

/** The progress of the example site; polled while it is being filled, and not fetched before it is needed. */
const useExample = (organizationId: string, isWanted: boolean) => {
	const [isFilling, setIsFilling] = useState(false);
	const report = useReport<Example>({
		key: ["example", organizationId],
		isOff: !isWanted,
		...(isFilling && { everyMs: POLL_MS }),
		fetch: async (signal) =>
			(
				await answerOf(
					client.GET("/api/organizations/{organizationId}/example-site", {
						...pathTo(organizationId),
						signal,
					}),
				)
			).data,
	});
	useEffect(() => setIsFilling(report.data?.state === "filling"), [report.data?.state]);
	return report;
};

/** Starts to fill the example site; an existing one is reused. */
const begin = async (organizationId: string): Promise<void> => {
	try {
		await answerOf(
			client.POST("/api/organizations/{organizationId}/example-site", pathTo(organizationId)),
		);
	} catch (error) {
		if (failureOf(error).status !== 409) throw error;
	}
	await invalidate(["example", organizationId]);
};

const Filling = ({ example }: { example: Example }) => {
	const { locale } = useWording();
	const words = useAreaWords("around").example;
	return (
		<div class={css["filling"]}>
			<p class="row">
				<b>{words.filling}</b>
				<span class="end mut">
					{new Intl.NumberFormat(locale, { style: "percent" }).format(example.percent / 100)}
				</span>
			</p>
			<Progress label={words.filling} percent={example.percent} />
			<p class="mut">{words.events(new Intl.NumberFormat(locale).format(example.events))}</p>
		</div>
	);
};

interface ExampleTrafficProps {
	organizationId: string;
	/** For use among buttons. */
	isMain?: boolean;
	/** An explanation before the link. */
	before?: string;
}

/** Fills a site with example traffic, shows the progress, and opens it. */
export const ExampleTraffic = ({ organizationId, isMain = false, before }: ExampleTrafficProps) => {
	const { words: frame } = useWording();
	const words = useAreaWords("around").example;
	const { linkTo, go } = useAddress();
	const [wanted, setWanted] = useState<"no" | "waiting" | "yes">("no");
	const [error, setError] = useState<string>();
	const { data: example } = useExample(organizationId, wanted !== "no");
	const state = wanted === "yes" ? example?.state : undefined;
	const start = async (waits = 0) => {
		setError(undefined);
		if (waits === 0) setWanted("waiting");
		try {
			await begin(organizationId);
			setWanted("yes");
		} catch (thrown) {
			const failure = failureOf(thrown);
			// Another organization's site is being filled first; this takes seconds.
			if (failure.status === 429 && waits < MOST_WAITS) {
				setError(words.taken);
				setTimeout(() => void start(waits + 1), (failure.retryAfter ?? 5) * 1000);
				return;
			}
			const { message, help } = failureText(failure, frame);
			setError(`${message} ${help}`.trim());
			setWanted("no");
		}
	};
	const site = example?.site;
	useEffect(() => {
		if (state !== "ready" || !site) return;
		// By then the menus include it.
		void invalidate(["organizations"]).then(() => go(`/${site}`));
	}, [state, site]);
	return (
		<div class={css["example"]} aria-live="polite">
			{state === "filling" && example ? (
				<Filling example={example} />
			) : state === "ready" && site ? (
				<LinkButton kind="main" href={linkTo({ to: "site", site, page: "overview", rest: [] })}>
					{words.open}
				</LinkButton>
			) : (
				<>
					{state === "failed" && example?.failure && (
						<Banner tone="bad">
							<p>
								<b>{words.failed}.</b> {words.failure[example.failure]}
							</p>
						</Banner>
					)}
					{error && (
						<Banner tone={wanted === "waiting" ? "info" : "bad"}>
							<p>{error}</p>
						</Banner>
					)}
					{isMain || state === "failed" ? (
						<div>
							<Button disabled={wanted === "waiting"} onClick={() => void start()}>
								{state === "failed" ? words.again : words.look}
							</Button>
						</div>
					) : (
						<p class="sec">
							{before}{" "}
							<button
								type="button"
								class="link"
								disabled={wanted === "waiting"}
								onClick={() => void start()}
							>
								{words.look}
							</button>
						</p>
					)}
				</>
			)}
		</div>
	);
};
