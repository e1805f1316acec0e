import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { BACKEND_METRICS_PATH } from "@footfall/shared/site";
import type { Backend } from "../backend/backend.ts";
import { joinedText } from "../metrics/merged-metrics.ts";

/** Shorter than a scraper's timeout; the backend's checks take 2.5 s at most. */
const WITHIN_MS = 4_000;

/**
 * Adds the metrics of the backend on this machine to the gateway's own, which are served alone while it is unavailable.
 */
export const withBackendMetrics =
	(own: () => Promise<string>, backend: Backend | undefined, internalToken: string) =>
	async (): Promise<string> => {
		if (backend === undefined) return own();
		const fromBackend = async (): Promise<string | undefined> => {
			const request = backend.request({
				path: BACKEND_METRICS_PATH,
				signal: AbortSignal.timeout(WITHIN_MS),
				headers: { Host: "backend", Authorization: `Bearer ${internalToken}` },
			});
			request.end();
			const [response] = (await once(request, "response")) as [IncomingMessage];
			const body = await text(response);
			return response.statusCode === 200 ? body : undefined;
		};
		const [ownText, other] = await Promise.all([own(), fromBackend().catch(() => undefined)]);
		return other === undefined ? ownText : joinedText(ownText, other);
	};
