import { useAreaWords } from "../../i18n/areas.ts";
import { useCurrency } from "../shared/question/use-currency.ts";
import { useNaming } from "../shared/question/use-naming.ts";
import type { RuleWording } from "./rule-text.ts";

/** What rules are written with. @param needsGoals whether one of them names a goal */
export const useRuleWording = (needsGoals: boolean): RuleWording => ({
	own: useAreaWords("alerts"),
	naming: useNaming(needsGoals),
	currency: useCurrency(),
});
