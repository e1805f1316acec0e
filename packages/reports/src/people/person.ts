import { hexId } from "../query/dimensions.ts";

/** SQL for the id of the person behind an event: the site's own user where it named one, else the device. */
export const personSql = (shownId: string) =>
	`if(identified_user_id != '', ${shownId}, ${hexId("user_id")})`;

/** The same by the ids that the site gave, which visitors must not see. */
export const PERSON = personSql("identified_user_id");
