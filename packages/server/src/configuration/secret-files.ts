import { readFileSync } from "node:fs";
import { unusableVariables } from "@footfall/shared/environment";

/** Variables that may be given as the path of a file that holds the value, in `<name>_FILE`. */
export const SECRET_VARIABLES = [
	"SECRET",
	"METRICS_TOKEN",
	"ADMIN_PASSWORD",
	"QUEUE_PASSWORD",
	"DATABASE_URL",
	"CLICKHOUSE_URL",
	"SMTP_URL",
	"OIDC_PROVIDERS",
	"REPLAY_BUCKET_SECRET_KEY",
	"FOOTFALL_API_KEY",
] as const;

const contentOf = (variable: string, path: string): string => {
	try {
		// Editors and `echo` end a file with a line break, which is not part of a secret.
		return readFileSync(path, "utf8").replace(/\r?\n$/, "");
	} catch (error) {
		const reason = (error as NodeJS.ErrnoException).code ?? String(error);
		throw unusableVariables(`${variable}: ${path} cannot be read (${reason})`);
	}
};

/**
 * The environment, with secrets read from their files.
 * @throws EnvironmentError for a file that cannot be read, or a secret that is given twice
 */
export const withSecretFiles = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
	const read: NodeJS.ProcessEnv = {};
	for (const name of SECRET_VARIABLES) {
		const variable = `${name}_FILE`;
		const path = variables[variable];
		if (!path) continue;
		if (variables[name])
			throw unusableVariables(`${variable}: ${name} is also set; remove one of them`);
		read[name] = contentOf(variable, path);
	}
	return { ...variables, ...read };
};
