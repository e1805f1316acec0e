/**
 * Triggers that call a function to log the `changed` rows of every statement; no update changes a row's key columns.
 */
const logEvery = (table: string, logger: string): string =>
	[
		["insert", "new"],
		["update", "new"],
		["delete", "old"],
	]
		.map(
			([event, rows]) => `
CREATE TRIGGER "configuration_${event}" AFTER ${event} ON "${table}"
	REFERENCING ${rows} TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "${logger}"();`,
		)
		.join("");

const TABLES = ["site", "apikey", "member", "member_site", "team_site", "team_member"];

/**
 * A log of what each version of the configuration changed, so that gateways receive only changes.
 *
 * Before it logs, a transaction locks the only row of `configuration_version` until it ends. Changes are therefore
 * numbered in commit order: a reader of one change sees all earlier ones. Numbers from a sequence, drawn without that
 * lock, would follow statement order, and a gateway would miss a change that is committed after one with a higher
 * number.
 *
 * A change to keys is logged as the key itself, its user, or an organization of that user. Older programs keep running
 * during and after this migration; nothing here locks what their polls hold while they wait for a table.
 */
export const sql = `
${[...TABLES, "user"].map((table) => `DROP TRIGGER "configuration_version" ON "${table}";`).join("\n")}
DROP FUNCTION "change_configuration_version"();

CREATE FUNCTION "log_configuration_change"(
	"sites" integer[] DEFAULT NULL,
	"keys" text[] DEFAULT NULL,
	"users" text[] DEFAULT NULL,
	"organizations" text[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	"next" text := gen_random_uuid()::text;
BEGIN
	IF num_nonnulls("sites", "keys", "users", "organizations") = 0 THEN
		RETURN;
	END IF;
	UPDATE "configuration_version" SET "version" = "next";
	-- A gateway with an older version than the last thousand gets the whole configuration.
	INSERT INTO "configuration_change"
		SELECT "last" % 1000, "last" + 1, "next", coalesce("sites", '{}'), coalesce("keys", '{}'),
			coalesce("users", '{}'), coalesce("organizations", '{}')
		FROM (SELECT coalesce(max("number"), 0) AS "last" FROM "configuration_change") AS "log"
	ON CONFLICT ("slot") DO UPDATE SET "number" = excluded."number", "version" = excluded."version",
		"siteIds" = excluded."siteIds", "keyHashes" = excluded."keyHashes",
		"userIds" = excluded."userIds", "organizationIds" = excluded."organizationIds";
END
$$;

CREATE FUNCTION "log_sites"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"(
		"sites" => (SELECT array_agg("siteId") FROM "changed"),
		-- Where members see some sites only, a new one may be among them.
		"organizations" => CASE TG_OP WHEN 'UPDATE' THEN NULL
			ELSE (SELECT array_agg(DISTINCT "organizationId") FROM "changed") END);
	RETURN NULL;
END
$$;
${logEvery("site", "log_sites")}

CREATE FUNCTION "log_transferred_site"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("organizations" => ARRAY[OLD."organizationId", NEW."organizationId"]);
	RETURN NULL;
END
$$;
CREATE TRIGGER "configuration_transfer" AFTER UPDATE OF "organizationId" ON "site"
	FOR EACH ROW EXECUTE FUNCTION "log_transferred_site"();

CREATE FUNCTION "log_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("users" => (SELECT array_agg(DISTINCT "userId") FROM "changed"));
	RETURN NULL;
END
$$;
${logEvery("member", "log_members")}

CREATE FUNCTION "log_grants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("users" => (
		SELECT array_agg(DISTINCT "userId") FROM "changed" JOIN "member" ON "member"."id" = "changed"."memberId"));
	RETURN NULL;
END
$$;
${logEvery("member_site", "log_grants")}
${logEvery("team_member", "log_grants")}

CREATE FUNCTION "log_teams"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A site without a team is visible to all members, so that they all gain or lose it.
	PERFORM "log_configuration_change"("organizations" => (
		SELECT array_agg(DISTINCT "organizationId") FROM "changed" JOIN "site" USING ("siteId")));
	RETURN NULL;
END
$$;
${logEvery("team_site", "log_teams")}

CREATE FUNCTION "log_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("keys" => array_remove(ARRAY[OLD."key", NEW."key"], NULL));
	RETURN NULL;
END
$$;
-- By column, because gateways are not told when a key was used last.
CREATE TRIGGER "configuration_key" AFTER INSERT OR DELETE
	OR UPDATE OF "configId", "referenceId", "key", "enabled", "expiresAt", "permissions", "metadata" ON "apikey"
	FOR EACH ROW EXECUTE FUNCTION "log_key"();

CREATE FUNCTION "log_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("users" => ARRAY[NEW."id"]);
	RETURN NULL;
END
$$;
CREATE TRIGGER "configuration_user" AFTER UPDATE OF "isSystemAdmin" ON "user"
	FOR EACH ROW EXECUTE FUNCTION "log_user"();

-- Of rows that are gone at once nothing is known: every gateway gets the whole configuration.
CREATE FUNCTION "forget_configuration_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "log_configuration_change"("sites" => '{}');
	DELETE FROM "configuration_change"
		WHERE "version" <> (SELECT "version" FROM "configuration_version");
	RETURN NULL;
END
$$;
${TABLES.map(
	(table) => `CREATE TRIGGER "configuration_truncate" AFTER TRUNCATE ON "${table}"
	FOR EACH STATEMENT EXECUTE FUNCTION "forget_configuration_changes"();`,
).join("\n")}

-- The slot alone has an index, so that a row is replaced in its page: nobody vacuums the embedded database.
CREATE TABLE "configuration_change" (
	"slot" integer PRIMARY KEY,
	"number" bigint NOT NULL,
	"version" text NOT NULL,
	"siteIds" integer[] NOT NULL DEFAULT '{}',
	"keyHashes" text[] NOT NULL DEFAULT '{}',
	"userIds" text[] NOT NULL DEFAULT '{}',
	"organizationIds" text[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
INSERT INTO "configuration_change" ("slot", "number", "version") SELECT 0, 1, "version" FROM "configuration_version";
`;
