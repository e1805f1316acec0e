import { apiRole } from "../processes/api-role.ts";
import { runRole } from "../processes/run-role.ts";
import type { RunCommand } from "./command.ts";

export const run: RunCommand = (_parameters, { configuration, log }) =>
	runRole(apiRole, configuration, log);
