import { resolve } from "node:path";
import type { DestinationPolicy } from "@footfall/api";
import { flag } from "@footfall/shared/environment";
import { z } from "zod";

/** What administrators of the dashboard, who are not the owners of the machine, may choose as destinations. */
export const destinationEnvironment = {
	/** The directory below which they may have files written; absent = none. */
	DESTINATION_FOLDER: z.string().optional(),
	/** Whether events may be sent to addresses of private networks and of this machine. */
	DESTINATION_PRIVATE_NETWORKS: flag.default(false),
};

export const destinationPolicyOf = ({
	DESTINATION_FOLDER: folder,
	DESTINATION_PRIVATE_NETWORKS: privateNetworks,
}: z.infer<z.ZodObject<typeof destinationEnvironment>>): DestinationPolicy => ({
	...(folder !== undefined && { folder: resolve(folder) }),
	privateNetworks,
});
