import type { ConfigurationSource } from "./configuration/puller.ts";

/** After a failed append the gateway calls itself unready for so long, then lets an event try again. */
const UNREADY_AFTER_FAILURE_MS = 3_000;

export interface Readiness {
	ready: boolean;
	configuration: boolean;
	queue: boolean;
}

export interface ReadinessParts {
	source: ConfigurationSource;
	failingSince(): number | undefined;
	isClosing(): boolean;
}

/** Whether an event that came now could be judged and stored. */
export const readiness =
	({ source, failingSince, isClosing }: ReadinessParts) =>
	(): Readiness => {
		const configuration = source.current() !== undefined;
		const queue = Date.now() - (failingSince() ?? 0) > UNREADY_AFTER_FAILURE_MS;
		return { ready: configuration && queue && !isClosing(), configuration, queue };
	};
