/** A key's last use is not part of the gateways' configuration, so using a key must not change its version. */
export const sql = `
DROP TRIGGER "configuration_version" ON "apikey";
CREATE TRIGGER "configuration_version" AFTER INSERT OR DELETE OR TRUNCATE
	OR UPDATE OF "configId", "referenceId", "key", "enabled", "expiresAt", "permissions", "metadata" ON "apikey"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
`;
