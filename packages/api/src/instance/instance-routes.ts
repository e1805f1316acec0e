import { VERSION } from "@footfall/shared/version";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";

/** Public facts about this instance. */
export const instanceRoutes = (options: { disableSignup: boolean }): readonly Route[] => [
	route({
		method: "get",
		path: "/api/version",
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
		summary: "What a dashboard needs before anyone signs in",
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
