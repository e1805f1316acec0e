export type { BackendAddress } from "./backend/backend.ts";
export { type GatewayEnvironment, gatewayEnvironment } from "./config.ts";
export { type Gateway, type GatewayOptions, startGateway } from "./gateway.ts";
