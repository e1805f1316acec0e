import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { describe, expect, it } from "vitest";
import { explainDatabaseFault } from "./server-fault.ts";

const fault = (message: string, code?: string) => Object.assign(new Error(message), { code });

describe("an unusable database server", () => {
	it.each([
		[fault("password authentication failed", "28P01"), "the server rejects the user"],
		[fault('database "db" does not exist', "3D000"), "the database does not exist"],
		[fault("permission denied", "42501"), "the user lacks a privilege"],
		[fault("certificate has expired", "CERT_HAS_EXPIRED"), "the server's certificate has expired"],
		[fault("self-signed certificate"), "is not signed by an authority"],
		[fault("The server does not support SSL connections"), "the server does not use TLS"],
	])("is reported with the remedy: %s", (error, advice) => {
		const explained = explainDatabaseFault(error);
		expect(explained).toBeInstanceOf(EnvironmentError);
		expect(explained).not.toBeInstanceOf(UnreachableError);
		expect((explained as Error).message).toMatch(new RegExp(`^DATABASE_URL: .*${advice}.*\\.$`));
	});

	it.each([
		fault("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
		new AggregateError([fault("connect ECONNREFUSED ::1:5432", "ECONNREFUSED")]),
		fault("timeout exceeded when trying to connect"),
		fault("the database system is starting up", "57P03"),
		fault("could not extend file: No space left on device", "53100"),
		fault("cannot execute CREATE TABLE in a read-only transaction", "25006"),
		fault("could not open relation", "XX000"),
	])("may be back later: %s", (error) =>
		expect(explainDatabaseFault(error)).toBeInstanceOf(UnreachableError),
	);

	it("leaves every other error unchanged", () => {
		const odd = new TypeError("odd");
		expect(explainDatabaseFault(odd)).toBe(odd);
	});
});
