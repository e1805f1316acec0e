import type { paths } from "./schema.ts";

/** The body of a successful GET of a path. */
export type Answer<Path extends keyof paths> = paths[Path] extends {
	get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
	? Body
	: never;
