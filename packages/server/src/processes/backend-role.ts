import { createApiPart } from "./api-role.ts";
import { createLoaderPart } from "./loader-role.ts";
import { isSupervised } from "./ready-message.ts";
import type { ProcessRole } from "./role.ts";
import { standBack } from "./stand-back.ts";
import { createStoreRole } from "./store-role.ts";

const createOwnApiPart = createApiPart({ isPublic: false });
const loaderAndApi = createStoreRole("backend", createLoaderPart, createOwnApiPart);

/** Loader and api in one process, behind a gateway. On a shared machine, collection has priority. */
export const role: ProcessRole = (configuration, log) => {
	const reason = isSupervised() ? standBack() : undefined;
	if (reason !== undefined)
		log.warn(
			{ reason },
			"The backend runs at the gateway's priority: reports may slow down collection",
		);
	return loaderAndApi(configuration, log);
};
