export { type GatewayEnvironment, gatewayEnvironment } from "./config.ts";
export type { BackendAddress } from "./forward/backend.ts";
export { type Gateway, type GatewayOptions, startGateway } from "./server.ts";
