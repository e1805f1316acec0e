import { ingestionOperations } from "./ingestion-operations.ts";
import { routesOf } from "./routes.ts";
import { openApiOf } from "./routing/openapi.ts";
import { authOperations } from "./sign-in/auth-operations.ts";

/** Fails when used: describing routes needs neither a database nor a store. */
const absent = <Dependency extends object>(): Dependency =>
	new Proxy({} as Dependency, {
		get: (_target, name) => () => {
			throw new Error(`The document was made without ${String(name)}`);
		},
	});

/** All routes, to be described: their handlers fail. */
export const describedRoutes = () =>
	routesOf({
		database: absent(),
		store: absent(),
		purge: absent(),
		imports: absent(),
		google: absent(),
		examples: absent(),
		destinations: absent(),
		sourceMaps: absent(),
		live: absent(),
		mailer: absent(),
		quotas: absent(),
		disableSignup: false,
		secret: "no secret: nothing is signed with it",
	});

/** The OpenAPI document of this version, without a running product. */
export const apiDocument = () =>
	openApiOf([...describedRoutes(), ...ingestionOperations, ...authOperations]);
