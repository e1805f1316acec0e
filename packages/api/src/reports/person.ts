import { hexId } from "../question/dimension.ts";

/** SQL for who did it: the site's own user where it named one, else the device. */
export const PERSON = `if(identified_user_id != '', identified_user_id, ${hexId("user_id")})`;
