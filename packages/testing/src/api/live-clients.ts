import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** A server-sent event. */
export interface ServerSentMessage {
	id?: string;
	event: string;
	data: Record<string, unknown>;
}

/** Clients that read messages one by one, as a browser's EventSource does. */
export const openLiveClients = () => {
	const open: ClientRequest[] = [];
	const connect = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
		const sent = request(url, { headers, method });
		open.push(sent);
		sent.on("error", () => undefined).end();
		const [answer] = (await once(sent, "response")) as [IncomingMessage];
		answer.setEncoding("utf8");
		let text = "";
		let isOver = false;
		let arrived = () => {};
		answer.on("data", (chunk: string) => {
			text += chunk;
			arrived();
		});
		answer.on("error", () => undefined);
		answer.on("close", () => {
			isOver = true;
			arrived();
		});
		const over = () => (isOver ? undefined : once(answer, "close"));
		const block = async (): Promise<string> => {
			for (;;) {
				const end = text.indexOf("\n\n");
				if (end !== -1) {
					const found = text.slice(0, end);
					text = text.slice(end + 2);
					return found;
				}
				if (isOver) throw new Error("The stream is over");
				await new Promise<void>((resolve) => {
					arrived = resolve;
				});
			}
		};
		const passedOver: ServerSentMessage[] = [];
		/** The first untaken message with this name; a poll may see an event before it counts its session. */
		const next = async (wanted: string): Promise<ServerSentMessage> => {
			const earlier = passedOver.findIndex(({ event }) => event === wanted);
			const [known] = earlier === -1 ? [] : passedOver.splice(earlier, 1);
			if (known) return known;
			for (;;) {
				const lines = (await block()).split("\n").map((line) => line.split(/: (.*)/s, 2));
				const { event, data, id } = Object.fromEntries(lines) as Record<string, string>;
				if (event === undefined) continue;
				const message = {
					event,
					data: JSON.parse(data ?? ""),
					...(id === undefined ? {} : { id }),
				};
				if (event === wanted) return message;
				passedOver.push(message);
			}
		};
		return {
			status: answer.statusCode,
			headers: answer.headers,
			block,
			next,
			/** The rest of a response that ends by itself. */
			rest: async () => {
				await over();
				return text;
			},
			over,
			leave: () => sent.destroy(),
		};
	};
	return {
		connect,
		/** Disconnects all of them. */
		close: () => {
			for (const one of open.splice(0)) one.destroy();
		},
	};
};

let stored = 0;
/** Columns and a row of the table `events`: a view of a page at the current time. */
export const viewNow = (site: number, pathname: string, session: number, user = "") => {
	stored++;
	const row = {
		site_id: site,
		timestamp: new Date().toISOString().slice(0, 23).replace("T", " "),
		type: "pageview",
		session_id: session,
		user_id: session,
		identified_user_id: user,
		pathname,
		event_id: String(stored),
	};
	return [Object.keys(row), [Object.values(row)]] as const;
};
