import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Document {
	paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const DOCUMENT = "https://tests.example/openapi.json";
/** The document itself, and the older paths that clients still request. */
const UNDESCRIBED =
	/^\/api\/(openapi\.json|sites\/[^/]+\/(overview-lite|overview-bucketed(-lite)?|error-(names|events|bucketed)|events\/bucketed|session-locations))$/;
const pointer = (...segments: string[]) =>
	segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const createCheck = (document: unknown) => {
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(ajv);
	ajv.addSchema(document as object, DOCUMENT);
	const templates = Object.keys((document as Document).paths).map((template) => ({
		template,
		pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
		parameters: template.split("{").length,
	}));
	// Fixed segments before parameters, as in the server's router.
	templates.sort((one, other) => one.parameters - other.parameters);

	const schemaOf = (method: string, path: string, status: number): string | undefined => {
		const found = templates.find(({ pattern }) => pattern.test(path));
		const name = method === "HEAD" ? "get" : method.toLowerCase();
		const operation = found && (document as Document).paths[found.template]?.[name];
		if (status >= 400 && (!operation || operation.responses[status]))
			return `${DOCUMENT}#/components/schemas/ApiError`;
		if (!found || !operation) {
			if (UNDESCRIBED.test(path)) return undefined;
			throw new Error(
				`${method} ${path} answered ${status}, and the document has no such operation`,
			);
		}
		if (!operation.responses[status])
			throw new Error(`${method} ${path} answered ${status}, which the document does not name`);
		const place = pointer(
			"paths",
			found.template,
			name,
			"responses",
			String(status),
			"content",
			"application/json",
			"schema",
		);
		return `${DOCUMENT}#${place}`;
	};

	return (method: string, path: string, status: number, body: unknown): void => {
		const schema = schemaOf(method, path, status);
		if (schema === undefined) return;
		const validate = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema });
		if (validate(body)) return;
		throw new Error(
			`${method} ${path} answered ${status} with what the document does not describe: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
		);
	};
};

/** Checks by document, which is nearly always the same: compiling its schemas takes longer than many a test. */
const checks = new Map<string, ReturnType<typeof createCheck>>();

/**
 * Checks responses against the OpenAPI document, as a client's own tools would.
 * @throws Error that names where a response differs
 */
export const answerCheck = (document: unknown): ReturnType<typeof createCheck> => {
	const text = JSON.stringify(document);
	const check = checks.get(text) ?? createCheck(document);
	checks.set(text, check);
	return check;
};
