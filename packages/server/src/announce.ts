import type { FirstStart } from "./supervise.ts";

export interface Started {
	port: number;
	host: string;
	baseUrl: string | undefined;
	siteId: string | undefined;
	firstStart: FirstStart | undefined;
}

const lines = (pairs: readonly (readonly [string, string])[]) =>
	pairs.map(([label, value]) => `  ${label.padEnd(12)} ${value}`);

/** Where people reach the product: the operator's address, or this machine's own. */
export const addressOf = ({
	baseUrl,
	host,
	port,
}: Pick<Started, "baseUrl" | "host" | "port">): string => {
	if (baseUrl !== undefined) return baseUrl;
	const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host);
	const name = everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
	return `http://${name}:${port}`;
};

/** What a started product says to the person who started it; secrets only at the first start. */
export const announcement = (started: Started): string => {
	const address = addressOf(started);
	const site =
		started.siteId === undefined
			? []
			: lines([
					["Site id", started.siteId],
					[
						"Script tag",
						`<script src="${address}/api/script.js?siteId=${started.siteId}" defer></script>`,
					],
				]);
	const { firstStart } = started;
	const once =
		firstStart === undefined
			? []
			: [
					"",
					"  Shown this once; keep them:",
					...lines([
						["E-mail", firstStart.email],
						["Password", firstStart.password ?? "the ADMIN_PASSWORD that you set"],
						["API key", firstStart.apiKey],
					]),
				];
	return [
		`Footfall is ready at ${address}`,
		"",
		...site,
		...lines([["Try it", `${address}/demo`]]),
		...once,
		"",
	].join("\n");
};
