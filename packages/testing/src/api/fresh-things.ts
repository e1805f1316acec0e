import { randomUUID } from "node:crypto";
import type { PopulatedApi } from "./test-api.ts";

const filters = [{ parameter: "country", type: "equals", value: ["DE"] }];
const question = { name: "Sessions", view: "number", question: { metrics: ["sessions"] } };
const goal = { goalType: "path", config: { pathPattern: "/thanks" } };
const steps = ["/", "/thanks"].map((value) => ({ type: "page", value }));
const rule = { condition: "above", metric: "sessions", threshold: 10 };
const channel = { name: "Team", target: { kind: "slack", url: "https://hooks.example.com/a/b" } };
const destination = {
	name: "Lake",
	target: { kind: "folder", path: "events" },
	filter: { hasBots: false },
	start: "now",
};

/**
 * Makes what the parameters of paths name, each time a new one, as the administrator of the instance: what a route
 * deletes or closes is there again for the next.
 * @param siteId of the site to which they belong
 */
export const freshThings = (api: PopulatedApi, siteId: number) => {
	const site = `/api/sites/${siteId}`;
	const headers = api.as.owner;
	const made = async (path: string, body: object, name: string): Promise<string> => {
		const answer = await api.ask(path, { headers, body });
		if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
		return String((answer.body as Record<string, unknown>)[name]);
	};
	const reportMail = async () => {
		const recipients = [{ address: `${randomUUID()}@example.com` }];
		const body = { name: "Weekly", every: "week", timeZone: "UTC", siteId, recipients };
		const id = await made(`${api.organization}/report-mails`, body, "reportMailId");
		const { body: report } = await api.ask(`${api.organization}/report-mails/${id}`, { headers });
		const [recipient] = (report as { recipients: { recipientId: number }[] }).recipients;
		return { reportMailId: id, recipientId: String(recipient?.recipientId) };
	};
	/** An organization has one running import at most. */
	const endImports = async () => {
		const { body } = await api.ask(`${site}/imports`, { headers });
		for (const { importId, state } of (body as { data: { importId: string; state: string }[] })
			.data)
			if (state === "receiving")
				await api.ask(`${site}/imports/${importId}/cancel`, { headers, body: {} });
	};
	const newImport = async () => {
		const answer = await api.ask(`${site}/imports`, { headers, body: { platform: "plain" } });
		return (answer.body as { data: { importId: string } }).data.importId;
	};
	const single: Readonly<Record<string, () => Promise<string>>> = {
		goalId: () => made(`${site}/goals`, goal, "goalId"),
		funnelId: () => made(`${site}/funnels`, { name: "Order", steps }, "funnelId"),
		annotationId: () =>
			made(`${site}/annotations`, { title: "Relaunch", date: "2026-01-01" }, "annotationId"),
		segmentId: () => made(`${site}/segments`, { name: "Germans", filters }, "segmentId"),
		questionId: () => made(`${site}/questions`, question, "questionId"),
		boardId: () => made(`${site}/boards`, { name: "Monday" }, "boardId"),
		alertId: () => made(`${site}/alerts`, { name: "High", rule }, "alertId"),
		channelId: () => made(`${api.organization}/channels`, channel, "channelId"),
		teamId: () => made(`${api.organization}/teams`, { name: "Marketing" }, "id"),
		destinationId: () => made("/api/destinations", destination, "destinationId"),
		linkId: () => made(`${site}/private-links`, { name: "Agency" }, "linkId"),
		importId: newImport,
	};
	/** A value for each parameter of a path, such as `/api/sites/{site}/goals/{goalId}`. */
	return async (path: string): Promise<Record<string, string>> => {
		const values: Record<string, string> = {
			...{ site: String(siteId), organizationId: api.organizationId },
			...{ sessionId: "1", userId: "anna", stepNumber: "1", version: "1" },
			errorId: "3f9c1d7ae0b84652",
		};
		if (path.includes("/imports")) await endImports();
		if (path.includes("{reportMailId}")) Object.assign(values, await reportMail());
		for (const [name, make] of Object.entries(single))
			if (path.includes(`{${name}}`)) values[name] = await make();
		return values;
	};
};
