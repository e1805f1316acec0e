import { sql as configurationChanges } from "./0016-configuration-changes.ts";
import { sql as importSources } from "./0019-import-sources.ts";
import { sql as boards } from "./0020-boards.ts";
import { sql as destinations } from "./0021-destinations.ts";
import { sql as eventSchemas } from "./0022-event-schemas.ts";
import { sql as errorStates } from "./0023-error-states.ts";
import { sql as channels } from "./0024-channels.ts";
import { sql as alerts } from "./0025-alerts.ts";
import { sql as reportMails } from "./0026-report-mails.ts";
import { sql as deployments } from "./0027-deployments.ts";
import { sql as sourceMaps } from "./0028-source-maps.ts";
import { sql as errorGroupAliases } from "./0029-error-group-aliases.ts";
import { sql as secondFactors } from "./0030-second-factors.ts";
import { sql as singleSignOn } from "./0031-single-sign-on.ts";
import { sql as organizationProviders } from "./0032-organization-providers.ts";
import { sql as privateLinks } from "./0033-private-links.ts";
import { sql as accountActivity } from "./0034-account-activity.ts";
import { sql as accountsAndSites } from "./before-0.3/0001-accounts-and-sites.ts";
import { sql as teamsAndDefinitions } from "./before-0.3/0002-teams-and-definitions.ts";
import { sql as imports } from "./before-0.3/0004-imports.ts";
import { sql as importedDefinitions } from "./before-0.3/0006-imported-definitions.ts";
import { sql as hashedTokens } from "./before-0.3/0007-hashed-tokens.ts";
import { sql as importedFigures } from "./before-0.3/0008-imported-figures.ts";
import { sql as keysBySite } from "./before-0.3/0009-keys-by-site.ts";
import { sql as namelessTargets } from "./before-0.3/0010-nameless-targets.ts";
import { sql as dashboardAccounts } from "./before-0.3/0011-dashboard-accounts.ts";
import { sql as recentOutcomes } from "./before-0.3/0012-recent-outcomes.ts";
import { sql as invalidRows } from "./before-0.3/0013-invalid-rows.ts";
import { sql as useOfKeys } from "./before-0.3/0014-use-of-keys.ts";
import { sql as quotas } from "./before-0.3/0015-quotas.ts";

interface Migration {
	name: string;
	sql: string;
	/**
	 * The oldest version that still runs on the changed schema, and can start on it until it is upgraded; by default
	 * none.
	 */
	runsWith?: string;
}

/** Every change of the schema, in order; append only. */
export const migrations: readonly Migration[] = [
	{ name: "0001-accounts-and-sites", sql: accountsAndSites },
	{ name: "0002-teams-and-definitions", sql: teamsAndDefinitions },
	{ name: "0004-imports", sql: imports },
	{ name: "0006-imported-definitions", sql: importedDefinitions },
	{ name: "0007-hashed-tokens", sql: hashedTokens },
	{ name: "0008-imported-figures", sql: importedFigures },
	{ name: "0009-keys-by-site", sql: keysBySite },
	{ name: "0010-nameless-targets", sql: namelessTargets },
	{ name: "0011-dashboard-accounts", sql: dashboardAccounts },
	{ name: "0012-recent-outcomes", sql: recentOutcomes },
	{ name: "0013-invalid-rows", sql: invalidRows },
	{ name: "0014-use-of-keys", sql: useOfKeys },
	{ name: "0015-quotas", sql: quotas },
	{ name: "0016-configuration-changes", sql: configurationChanges, runsWith: "0.3.0" },
	{ name: "0019-import-sources", sql: importSources, runsWith: "0.3.0" },
	{ name: "0020-boards", sql: boards, runsWith: "0.3.0" },
	{ name: "0021-destinations", sql: destinations, runsWith: "0.3.0" },
	{ name: "0022-event-schemas", sql: eventSchemas, runsWith: "0.3.0" },
	{ name: "0023-error-states", sql: errorStates, runsWith: "0.3.0" },
	{ name: "0024-channels", sql: channels, runsWith: "0.3.0" },
	{ name: "0025-alerts", sql: alerts, runsWith: "0.3.0" },
	{ name: "0026-report-mails", sql: reportMails, runsWith: "0.3.0" },
	{ name: "0027-deployments", sql: deployments, runsWith: "0.3.0" },
	{ name: "0028-source-maps", sql: sourceMaps, runsWith: "0.3.0" },
	{ name: "0029-error-group-aliases", sql: errorGroupAliases, runsWith: "0.3.0" },
	{ name: "0030-second-factors", sql: secondFactors, runsWith: "0.3.0" },
	{ name: "0031-single-sign-on", sql: singleSignOn, runsWith: "0.3.0" },
	{ name: "0032-organization-providers", sql: organizationProviders, runsWith: "0.3.0" },
	{ name: "0033-private-links", sql: privateLinks, runsWith: "0.3.0" },
	{ name: "0034-account-activity", sql: accountActivity, runsWith: "0.3.0" },
];
