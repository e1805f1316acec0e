import { apiPart } from "./api-role.ts";
import { loaderPart } from "./loader-role.ts";
import { storeRole } from "./store-role.ts";

/** Loader and api in one process, behind a gateway. */
export const role = storeRole("backend", loaderPart, apiPart({ isPublic: false }));
