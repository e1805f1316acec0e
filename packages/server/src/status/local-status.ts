import { text } from "node:stream/consumers";
import { STATUS_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { bytesPerMillion, daysUntilFull, type StorageFigures } from "@footfall/store";
import type { postToBackend } from "../backend-calls/post-to-backend.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { RoleStatus } from "./read-role.ts";

const DAY_SECONDS = 86_400;

type Answer = Omit<RoleStatus, "storage" | "address"> & { storage: StorageFigures };

/**
 * The backend of a product on this machine, by its socket; `undefined` if none runs.
 * @throws EnvironmentError if it has another secret or version
 */
export const localBackend = async (
	configuration: Configuration,
	post: typeof postToBackend,
): Promise<RoleStatus | undefined> => {
	const answer = await post(configuration, STATUS_PATH, {});
	if (answer === undefined) return undefined;
	if (answer.statusCode !== 200)
		throw new EnvironmentError(
			`The product that runs on ${configuration.dataDirectory} does not report its status (${answer.statusCode}): its version may differ from that of this command, ${VERSION}, or its event store does not answer. Check its /ready and its log.`,
		);
	const { storage, role, version, ready, reason, oldestQueuedMs, destinations } = JSON.parse(
		await text(answer),
	) as Answer;
	return {
		...{ role, version, ready, reason, address: configuration.socketPath },
		...(oldestQueuedMs !== undefined && { oldestQueuedMs }),
		...(destinations && { destinations }),
		storage: {
			bytes: storage.bytes,
			perMillionEvents: bytesPerMillion(storage) ?? Number.NaN,
			freeBytes: storage.freeBytes,
			fullInSeconds: daysUntilFull(storage) * DAY_SECONDS,
		},
	};
};
