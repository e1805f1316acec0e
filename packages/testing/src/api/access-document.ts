import { CALLERS, POLICIES, ROUTES } from "./access-table.ts";

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

const INTRODUCTION = `# Who may call what

Rendered from the table that the tests hold every route against, for every kind of caller, over HTTP. A route
that is not in it fails the tests.

- **401**: no credential, or none that is valid. **403**: a valid one without the right. **200**: let in; the
  handler may still refuse what was asked.
- *private link*: the site's key in \`x-private-key\` or \`?private_key=\`. On a public site everyone is a visitor
  and every line of *Visitors* reads 200.
- *member*, *admin*, *owner*: signed in, or with an unlimited personal key. A member gets no further than the
  sites that they may see: those granted to them or to a team of theirs and, unless their access is restricted,
  those that no team has. The others answer 403.
- *other organization*: signed in, but a member elsewhere only.
- *organization key*: has an administrator's rights in its organization and is no person.
- *key with the scope*: a personal key of an owner, limited to the scope that the line names.
- *system admin*: the first account of the instance; not a member here.
- Members change and delete only annotations and segments that they made; what is for a whole organization is
  made and changed by administrators. Only owners make owners.
- *Visitors* are told of people by pseudonyms (\`user-\` and 16 hexadecimal characters), without traits, names and IP
  addresses. A user has the same pseudonym in every report of a site, also as \`{userId}\`, in filters and in searches,
  and another on other sites; it is keyed by the installation's secret. The id that the site gave finds nobody, and a
  public segment that names one shows its pseudonym. Whoever knows an id can still send an event under it and see
  which pseudonym that has.
- A plain member is told what an organization stores (\`/usage\`, \`org-event-count\`, the list of sites) of the sites that
  they may see.

Keys are 64 random letters, 364 bits, and are kept as SHA-256. A slow hash defends a secret that can be guessed
from a list; nobody can try 2^364 keys, so a fast one is as safe, and a request costs one look-up by the hash.
Private link keys are 48 bits, as clients expect them: give links only to what may be seen by whoever has them.

Failed sign-ins never lock an account:

- One client address may try three times in ten seconds. An IPv6 network of 64 bits counts as one address.
- After five failures at an account it has to wait before it may try there again: a second, then twice as long each
  time, at most a quarter of an hour (429 with \`Retry-After\`). After thirty failures at any accounts it has to wait up
  to a minute. From every other address the account can be signed in to meanwhile.
- After ten failures at an account, from wherever they come, every attempt at it is answered later, at most five
  seconds. Twenty-five of them may wait; one more gets 503 and \`Retry-After\`.
- Two passwords are hashed at a time and 64 may wait, so that guessing does not take the machine away from reports.

Addresses without an account are treated alike. Failures are counted in the memory of each api process, at most 20,000
of each kind, and are kept nowhere; a success, a password that is set anew and an hour end them. Somebody who shares
the owner's address can make the owner wait there: a new password by mail ends that. An attacker with thousands of
addresses can make sign-ins at one account slow or need another try; what they can guess in a day is about 430,000.

The tokens of mails, for new passwords and invitations, are kept as SHA-256 as well. An invitation's token is told to
whoever invites and to the address; lists of invitations show another id, with which it can only be withdrawn. The
cookie of a session is its stored token with a signature by \`SECRET\`: a copy of the database opens no session without
that.
`;

/** The document of who may call what, in Markdown. */
export const accessDocument = (authOperations: {
	visitors: readonly string[];
	signedIn: readonly string[];
}): string =>
	[
		INTRODUCTION,
		"## Callers\n",
		row(["", ...CALLERS]),
		row(["---", ...CALLERS.map(() => "---")]),
		...Object.entries(POLICIES).map(([name, statuses]) =>
			row([`**${name}**`, ...statuses.split(" ")]),
		),
		"\n## Routes\n",
		row(["Who", "Scope of a limited key", "Routes"]),
		row(["---", "---", "---"]),
		...ROUTES.map(({ policy, scope, routes }) =>
			row([policy, scope ?? "", routes.map((route) => `\`${route}\``).join("<br>")]),
		),
		row(["Anyone", "", authOperations.visitors.map((route) => `\`${route}\``).join("<br>")]),
		row(["Signed in", "", authOperations.signedIn.map((route) => `\`${route}\``).join("<br>")]),
		"",
	].join("\n");
