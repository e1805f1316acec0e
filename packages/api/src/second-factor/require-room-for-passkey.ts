import { ApiError } from "@footfall/shared/api-error";
import type { Database } from "../database/schema.ts";

/** More than a person has devices; sign-ins list them all. */
const MAX_PASSKEYS = 20;

/** Call it in the transaction that adds a passkey. @throws ApiError 400 for one too many */
export const requireRoomForPasskey = async (database: Database, userId: string): Promise<void> => {
	// Two requests at once would both find room.
	await database
		.selectFrom("user")
		.select("id")
		.where("id", "=", userId)
		.forNoKeyUpdate()
		.executeTakeFirst();
	const { count } = await database
		.selectFrom("passkey")
		.select((all) => all.fn.countAll<string>().as("count"))
		.where("userId", "=", userId)
		.executeTakeFirstOrThrow();
	if (Number(count) >= MAX_PASSKEYS)
		throw new ApiError(
			"INVALID_REQUEST",
			`An account has at most ${MAX_PASSKEYS} passkeys: remove one first`,
			{ code: "TOO_MANY_PASSKEYS" },
		);
};
