/** Who may see which site decides what a member's key may send for, so gateways have to hear of every change of it. */
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
