import { apiPart } from "./api-role.ts";
import { loaderPart } from "./loader-role.ts";
import { isSupervised } from "./ready-message.ts";
import type { ProcessRole } from "./role.ts";
import { standBack } from "./stand-back.ts";
import { storeRole } from "./store-role.ts";

const loaderAndApi = storeRole("backend", loaderPart, apiPart({ isPublic: false }));

/** Loader and api in one process, behind a gateway. If both share a machine, collection goes first. */
export const role: ProcessRole = (configuration, log) => {
	if (isSupervised()) standBack();
	return loaderAndApi(configuration, log);
};
