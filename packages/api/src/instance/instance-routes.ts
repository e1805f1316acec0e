import { z } from "zod";
import { VERSION } from "../constants/version.ts";
import { type Route, route } from "../routing/route.ts";

/** What this instance says about itself to everyone. */
export const instanceRoutes = (options: { disableSignup: boolean }): readonly Route[] => [
	route({
		method: "get",
		path: "/api/version",
		operationId: "getApiVersion",
		summary: "The version of this server",
		tags: ["General"],
		access: "anyone",
		anyOrigin: true,
		response: z.strictObject({ version: z.string() }),
		handle: async () => ({ version: VERSION }),
	}),
	route({
		method: "get",
		path: "/api/config",
		operationId: "getApiConfig",
		summary: "What a dashboard has to know before anyone signs in",
		tags: ["General"],
		access: "anyone",
		response: z.strictObject({
			disableSignup: z.boolean(),
			mapboxToken: z.string(),
			liteDashboard: z.boolean(),
		}),
		handle: async () => ({
			disableSignup: options.disableSignup,
			mapboxToken: "",
			liteDashboard: false,
		}),
	}),
];
