import { answerOf, client } from "./client.ts";
import type { paths } from "./schema.ts";

type Path = paths["/api/user/preferences"];
export type StoredPreferences =
	Path["get"]["responses"][200]["content"]["application/json"]["data"];
type Update = NonNullable<Path["patch"]["requestBody"]>["content"]["application/json"];

/** The stored preferences of the signed-in person. */
export const fetchPreferences = async (): Promise<StoredPreferences> =>
	(await answerOf(client.GET("/api/user/preferences"))).data;

export const storePreferences = async (body: Update): Promise<void> => {
	await answerOf(client.PATCH("/api/user/preferences", { body }));
};
