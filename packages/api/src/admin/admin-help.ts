/** The usage of the operator's commands. */
export const ADMIN_HELP = `footfall admin <command>

  create-user     --email E [--name N] [--password P] [--organization O] [--role owner|admin|member|viewer]
  confirm-email   --email E                  marks the address as verified
  reset-password  --email E [--password P]   sets a new password and ends all sessions
  reset-second-factor  --email E             removes app, recovery codes and passkeys, and ends all sessions
  sign-in-link    [EMAIL]                    prints a link that signs in once, within 15 minutes
  create-key      --email E | --organization O  [--name N]
  list-sites      prints number, id, domain, organization id and name, separated by tabs
  move-site       --site S --organization O
  export-site     --site S                   prints all data, one JSON object per line
  delete-site     --site S --yes
  export-person   --site S --user U          U is the user id that the site sends
  delete-person   --site S --user U --yes
  demo            [--site S] [--days 90] [--visits 400] [--seed 1] [--anyway]   generates example traffic

Without --password, one is generated and printed. The product may be running or stopped.
`;
