import { useEffect, useState } from "preact/hooks";
import { answerOf, client } from "../../../api/client.ts";
import { failureOf, type RequestFailure } from "../../../api/failure.ts";
import type { paths } from "../../../api/schema.ts";
import type { Report } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { type ReplayEvent, safeEvents } from "./safe-events.ts";

type Wire =
	paths["/api/sites/{site}/session-replay/{sessionId}"]["get"]["responses"][200]["content"]["application/json"];
export type RecordingFacts = Wire["metadata"];

export interface LoadedRecording {
	facts: RecordingFacts;
	events: readonly ReplayEvent[];
	/** Fetched beside the events: the chunk that draws them. */
	createReplayer: typeof import("./replayer.ts")["createReplayer"];
}

/**
 * The recording of a session and what plays it. It is large and never changes while it is looked at, so it is neither kept
 * nor asked again.
 */
export const useRecording = (sessionId: string): Report<LoadedRecording> => {
	const { site } = useSiteView();
	const [data, setData] = useState<LoadedRecording>();
	const [failure, setFailure] = useState<RequestFailure>();
	const [attempt, setAttempt] = useState(0);
	useEffect(() => {
		const controller = new AbortController();
		setData(undefined);
		setFailure(undefined);
		const load = async () => {
			const [{ createReplayer }, answer] = await Promise.all([
				import("./replayer.ts"),
				answerOf(
					client.GET("/api/sites/{site}/session-replay/{sessionId}", {
						params: { path: { site: site.id, sessionId } },
						signal: controller.signal,
					}),
				),
			]);
			return { facts: answer.metadata, events: safeEvents(answer.events), createReplayer };
		};
		load().then(
			(loaded) => !controller.signal.aborted && setData(loaded),
			(thrown: unknown) => !controller.signal.aborted && setFailure(failureOf(thrown)),
		);
		return () => controller.abort();
	}, [site.id, sessionId, attempt]);
	return {
		state: failure ? "failed" : data ? "ready" : "loading",
		data,
		failure,
		updatedAt: 0,
		retry: () => setAttempt(attempt + 1),
	};
};
