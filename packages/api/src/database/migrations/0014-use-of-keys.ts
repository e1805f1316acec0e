/** Gateways do not publish when a key was used last, so its use changes no configuration. */
export const sql = `
DROP TRIGGER "configuration_version" ON "apikey";
CREATE TRIGGER "configuration_version" AFTER INSERT OR DELETE OR TRUNCATE
	OR UPDATE OF "configId", "referenceId", "key", "enabled", "expiresAt", "permissions", "metadata" ON "apikey"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
`;
