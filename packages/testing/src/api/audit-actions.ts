import { authOperations, describedRoutes } from "@footfall/api/testing";

/** Recorded beside the action of a request, or without a request: by a command, a provider or a link in a mail. */
const BESIDE_ROUTES = [
	"channel.confirm",
	"site.move-in",
	"user.second-factor-reset",
	"user.sign-in-link",
];

/** All actions that the audit log can name, sorted. */
export const auditActions = (): readonly string[] => {
	const ofRequests = [...describedRoutes(), ...authOperations].flatMap(({ audit }) => audit ?? []);
	return [...new Set([...ofRequests, ...BESIDE_ROUTES])].sort();
};
