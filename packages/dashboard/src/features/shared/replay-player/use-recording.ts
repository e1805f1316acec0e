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
	/** The replayer's chunk, fetched together with the events. */
	createReplayer: typeof import("./replayer.ts")["createReplayer"];
}

/**
 * Loads the recording of a session and its replayer. It is large and never changes while it is shown, so it is neither
 * cached nor refetched.
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
