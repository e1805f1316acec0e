import { z } from "zod";

/** The answer of a change that has nothing more to say. */
export const Success = z.strictObject({ success: z.boolean() }).meta({ component: "Success" });
