import { hexId } from "../question/dimension.ts";

/** SQL for who did it: the site's own user where it named one, else the device. */
export const PERSON = `if(identified_user_id != '', identified_user_id, ${hexId("user_id")})`;

/** The same as two keys of a GROUP BY that needs no name of the person: a device's number is cheaper than its text. */
export const PERSON_KEY = "if(identified_user_id = '', user_id, 0), identified_user_id";
