import type { IncomingHttpHeaders } from "node:http";
import type { Layer } from "./layer.ts";

const THRESHOLD = 5;
const NO_LANGUAGE_POINTS = 3;
const MINOR_POINTS = 2;

const lacksGzip = (encodings: string | string[] | undefined) =>
	encodings === undefined || !encodings.includes("gzip");

const headerPoints = (headers: IncomingHttpHeaders, expectsFetchMetadata: boolean): number => {
	let points = 0;
	if (headers["accept-language"] === undefined) points += NO_LANGUAGE_POINTS;
	if (headers.accept === undefined) points += MINOR_POINTS;
	if (lacksGzip(headers["accept-encoding"])) points += MINOR_POINTS;
	if (expectsFetchMetadata && headers["sec-fetch-site"] === undefined) points += MINOR_POINTS;
	if (headers["sec-fetch-mode"] === "navigate") points += MINOR_POINTS;
	return points;
};

/** Names what `headerPoints` counted; asked for only once there is somebody to accuse. */
const headerReasons = (headers: IncomingHttpHeaders, expectsFetchMetadata: boolean): string[] =>
	(
		[
			[headers["accept-language"] === undefined, `no Accept-Language ${NO_LANGUAGE_POINTS}`],
			[headers.accept === undefined, `no Accept ${MINOR_POINTS}`],
			[lacksGzip(headers["accept-encoding"]), `no gzip in Accept-Encoding ${MINOR_POINTS}`],
			[
				expectsFetchMetadata && headers["sec-fetch-site"] === undefined,
				`a Chrome without Sec-Fetch-Site ${MINOR_POINTS}`,
			],
			[headers["sec-fetch-mode"] === "navigate", `Sec-Fetch-Mode navigate ${MINOR_POINTS}`],
		] as const
	)
		.filter(([applies]) => applies)
		.map(([, reason]) => reason);

/**
 * Scores what a browser always sends and a script seldom thinks of. No single header condemns: a proxy may
 * drop one, and Chrome sends no fetch metadata to plain HTTP. Behind a site's own proxy, which may drop them all,
 * only the agent counts.
 */
export const headerHeuristics: Layer = ({ context: { site, headers, agent } }) => {
	if (site.settings.type !== "web") return undefined;
	const { points, reasons, sendsFetchMetadata } = agent.score;
	const readsHeaders = !site.settings.firstPartyProxy;
	const score = points + (readsHeaders ? headerPoints(headers, sendsFetchMetadata) : 0);
	if (score < THRESHOLD) return undefined;
	const all = readsHeaders ? [...reasons, ...headerReasons(headers, sendsFetchMetadata)] : reasons;
	return `${all.join(", ")}: ${score} of ${THRESHOLD} points`;
};
