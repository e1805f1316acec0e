import type { Auth } from "./auth.ts";
import type { AuthAnswer } from "./auth-answer.ts";
import type { AuthOperation } from "./auth-operation.ts";

type Session = NonNullable<Awaited<ReturnType<Auth["api"]["getSession"]>>>;

/** A request to a known operation. */
export interface AuthContext {
	operation: AuthOperation;
	session: Session | undefined;
	address: string;
	body: unknown;
	query: Readonly<Record<string, string>>;
	/** @throws ApiError 400 for a body that does not match the operation's description */
	callLibrary(body: unknown, query?: Readonly<Record<string, string>>): Promise<AuthAnswer>;
}

/** Answers a request, instead of the library or wrapping it. */
export type AuthHandler = (context: AuthContext) => Promise<AuthAnswer>;

/** A success response with this body. */
export const json = (body: object): AuthAnswer => ({
	status: 200,
	headers: new Headers(),
	text: JSON.stringify(body),
});
