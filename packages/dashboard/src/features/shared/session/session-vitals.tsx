import { RatingSign } from "../../../charts/vitals-bar.tsx";
import { figureText } from "../../../format/number.ts";
import { VITAL_THRESHOLDS, type VitalName, vitalRating } from "../../../format/vitals.ts";
import { useWording } from "../../../i18n/language.ts";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import css from "../person/person-facts.module.css";

/** 75th percentiles; null if not measured. */
export type MeasuredVitals = Readonly<Record<`${VitalName}_p75`, number | null>>;

const NAMES = Object.keys(VITAL_THRESHOLDS) as VitalName[];

export const isMeasured = (vitals: MeasuredVitals | null | undefined): vitals is MeasuredVitals =>
	vitals !== null && vitals !== undefined && NAMES.some((name) => vitals[`${name}_p75`] !== null);

const SIGN = {
	good: "good",
	"needs-improvement": "needsImprovement",
	poor: "poor",
} as const;

/** The web vitals of a session or person, each with its rating as sign and word. */
export const VitalFacts = ({ vitals }: { vitals: MeasuredVitals }) => {
	const { words, locale } = useWording();
	const facts = NAMES.map((name): Fact => {
		const value = vitals[`${name}_p75`];
		const rating = vitalRating(name, value);
		return [
			name.toUpperCase(),
			rating && (
				<span class={css["vital"]}>
					<RatingSign rating={SIGN[rating]} />
					{figureText(value, VITAL_THRESHOLDS[name].unit, locale)}
					<span class="mut">{words.chart[SIGN[rating]]}</span>
				</span>
			),
		];
	});
	return <Facts facts={facts} />;
};
