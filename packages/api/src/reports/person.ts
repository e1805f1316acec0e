import { hexId } from "../question/dimension.ts";

/** SQL for who did it: the site's own user where it named one, else the device. */
export const PERSON = `if(identified_user_id != '', identified_user_id, ${hexId("user_id")})`;

/** The same as two columns, `device` and `identified_user_id`, for what needs no name: a number is cheaper than its text. */
export const PERSON_COLUMNS =
	"if(identified_user_id = '', user_id, 0) AS device, identified_user_id";
