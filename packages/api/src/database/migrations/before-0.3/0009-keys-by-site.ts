/** The sites visible to a member decide where the member's keys may send, so their changes change the configuration. */
export const sql = `
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "member_site"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "team_site"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
CREATE TRIGGER "configuration_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "team_member"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
CREATE TRIGGER "configuration_version" AFTER UPDATE OF "isSystemAdmin" ON "user"
	FOR EACH STATEMENT EXECUTE FUNCTION "change_configuration_version"();
`;
