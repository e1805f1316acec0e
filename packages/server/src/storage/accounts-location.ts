import { join } from "node:path";
import type { DatabaseLocation } from "@footfall/api";
import type { Configuration } from "../configuration/configuration.ts";

/** Where this configuration keeps accounts and sites. */
export const accountsLocation = ({
	DATABASE_URL,
	dataDirectory,
}: Configuration): DatabaseLocation =>
	DATABASE_URL === undefined
		? { directory: join(dataDirectory, "accounts") }
		: { url: DATABASE_URL };
