import { requireData } from "../configuration/require-data.ts";
import { run as runAdmin } from "./admin.ts";
import type { RunCommand } from "./command.ts";

export const run: RunCommand = async (parameters, context) => {
	requireData(context.configuration);
	return await runAdmin(["demo", ...parameters], context);
};
