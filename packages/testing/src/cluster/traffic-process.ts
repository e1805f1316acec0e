import { startClusterTraffic } from "./traffic.ts";

/** Browsers, load balancer and operator on their own host: receives `{ call, order }`, answers `{ call, answer }`. */
const traffic = startClusterTraffic();

type Order =
	| { start: Parameters<typeof traffic.start>[0] }
	| { phase: string }
	| { hold: boolean }
	| { stop: true }
	| { get: { url: string; headers?: Record<string, string> } }
	| { post: { url: string; body: string } };

const obey = async (order: Order): Promise<unknown> => {
	if ("start" in order) return traffic.start(order.start);
	if ("phase" in order) return traffic.phase(order.phase);
	if ("hold" in order) return traffic.hold(order.hold);
	if ("stop" in order) return traffic.stop();
	const { url, ...options } =
		"get" in order ? { ...order.get, method: "GET" } : { ...order.post, method: "POST" };
	try {
		const response = await fetch(url, { ...options, signal: AbortSignal.timeout(60_000) });
		return { status: response.status, body: await response.text() };
	} catch (error) {
		return { status: 0, body: String(error) };
	}
};

process.on("message", ({ call, order }: { call: number; order: Order }) => {
	obey(order).then(
		(answer) => process.send?.({ call, answer: answer ?? null }),
		(error: unknown) => process.send?.({ call, error: String(error) }),
	);
});
process.once("disconnect", () => process.exit());
