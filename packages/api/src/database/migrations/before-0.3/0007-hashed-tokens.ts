/**
 * Tokens of mails are hashed in place (SHA-256, base64url), so that links already sent still work. Failed sign-ins are
 * counted in memory now.
 */
const hashed = (column: string) =>
	`translate(rtrim(encode(sha256(convert_to("${column}", 'UTF8')), 'base64'), '='), '+/', '-_')`;

export const sql = `
UPDATE "verification" SET "identifier" = ${hashed("identifier")};
UPDATE "invitation" SET "id" = ${hashed("id")};
DROP TABLE "sign_in_failure";
`;
