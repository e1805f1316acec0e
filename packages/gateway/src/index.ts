export { type GatewayEnvironment, gatewayEnvironment } from "./config.ts";
export type { BackendAddress } from "./http/forward/backend.ts";
export { type Gateway, type GatewayOptions, startGateway } from "./http/server.ts";
