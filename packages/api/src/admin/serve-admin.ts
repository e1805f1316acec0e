import { once } from "node:events";
import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";
import { z } from "zod";
import { jsonBodyOf } from "../http/body.ts";
import { checked } from "../http/invalid-body.ts";
import { type AdminDependencies, AdminError } from "./command.ts";
import { runAdmin } from "./run-admin.ts";

const AdminRequest = z.object({ parameters: z.array(z.string()) });

/** Runs a command in the process that holds the database, and streams its output. */
export const serveAdmin =
	(dependencies: AdminDependencies): RequestHandler =>
	async (request, response) => {
		const body = jsonBodyOf(request.body);
		const { parameters } = checked(AdminRequest, body, () => new ApiError("INVALID_REQUEST"));
		try {
			for await (const line of runAdmin(dependencies, parameters)) {
				if (!response.headersSent) response.setHeader("Content-Type", "text/plain; charset=utf-8");
				if (!response.write(`${line}\n`)) await once(response, "drain");
			}
			response.end();
		} catch (error) {
			if (error instanceof AdminError && !response.headersSent)
				throw new ApiError("INVALID_REQUEST", error.message);
			throw error;
		}
	};
