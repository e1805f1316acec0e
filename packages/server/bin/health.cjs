#!/usr/bin/env node
// The health check of a container: exits with 0 while the process answers on its port, as /healthz does.
const { HEALTH_PORT, PORT } = process.env;
const WITHIN_MS = 4000;

fetch(`http://127.0.0.1:${HEALTH_PORT || PORT || 3000}/healthz`, {
	signal: AbortSignal.timeout(WITHIN_MS),
}).then(
	(answer) => process.exit(answer.ok ? 0 : 1),
	() => process.exit(1),
);
