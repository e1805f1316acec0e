/**
 * What a private link shows, what people prefer, and whether anybody has signed in yet: until then each start prints a
 * sign-in link.
 */
export const sql = `
ALTER TABLE "site" ADD COLUMN "privateLinkAreas" jsonb;

CREATE TABLE "user_preferences" (
	"userId" text PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
	"preferences" jsonb NOT NULL,
	"updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE FUNCTION "remember_first_sign_in"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "instance" ("name", "value") VALUES ('signed in', 'yes') ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
CREATE TRIGGER "remember_first_sign_in" AFTER INSERT ON "session"
	FOR EACH STATEMENT EXECUTE FUNCTION "remember_first_sign_in"();
INSERT INTO "instance" ("name", "value")
SELECT 'signed in', 'yes' WHERE EXISTS (SELECT FROM "session") ON CONFLICT DO NOTHING;
`;
