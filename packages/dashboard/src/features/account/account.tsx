import { useSession } from "../../api/session.ts";
import { useWords } from "../../i18n/language.ts";
import { PageHead } from "../../layout/head/page-head.tsx";
import { SkeletonBlock } from "../../ui/card-state.tsx";
import { useIsInstanceAdmin } from "../shared/access/instance-admin.ts";
import { useCanChoosePassword, useHasPassword } from "../shared/access/use-has-password.ts";
import css from "./account.module.css";
import { DestinationsPanel } from "./destinations/destinations-panel.tsx";
import { Memberships } from "./memberships.tsx";
import { OwnKeys } from "./own-keys.tsx";
import { Password } from "./password.tsx";
import { PreferencesPanel } from "./preferences-panel.tsx";
import { Profile } from "./profile.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { Sessions } from "./sessions.tsx";
import { SignIns } from "./sign-ins.tsx";

/** The e-mail address of the first account until somebody changes it. */
const PLACEHOLDER = /@localhost\.localdomain$/;

/** The signed-in person: name, password, sessions, preferences, keys. */
const Account = () => {
	const frame = useWords();
	const { data: person } = useSession();
	const account = useHasPassword();
	const canChoosePassword = useCanChoosePassword();
	const isInstanceAdmin = useIsInstanceAdmin().data === true;
	if (!person) return <SkeletonBlock height={20} />;
	// Without a response the defaults apply.
	const hasPassword = account.data ?? true;
	const isKnown = account.data !== undefined || account.failure !== undefined;
	return (
		<>
			<PageHead title={frame.page.account} aside={<span class="mut cut">{person.email}</span>} />
			<div class={css["page"]}>
				<div class={css["column"]}>
					{canChoosePassword && (
						<Password hasPassword={false} isPlaceholder={PLACEHOLDER.test(person.email)} />
					)}
					<Profile key={person.id} person={person} hasPassword={!canChoosePassword} />
					{isKnown ? (
						hasPassword && <Password hasPassword isPlaceholder={false} />
					) : (
						<SkeletonBlock height={12} />
					)}
				</div>
				<div class={css["column"]}>
					<SecondFactorPanel />
					<PreferencesPanel />
					<Sessions />
					<Memberships />
				</div>
				<div class={css["whole"]}>
					<SignIns />
				</div>
				<div class={css["whole"]}>
					<OwnKeys />
				</div>
				{isInstanceAdmin && (
					<div class={css["whole"]}>
						<DestinationsPanel />
					</div>
				)}
			</div>
		</>
	);
};

export default Account;
