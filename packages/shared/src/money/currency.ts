/**
 * ISO 4217 codes of money in use, and of five that were withdrawn since 2020, for orders of those years; without metals
 * and test codes.
 */
const CODES = `
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL`;

export const CURRENCIES: readonly string[] = CODES.trim().split(/\s+/);

const known: ReadonlySet<string> = new Set(CURRENCIES);

/** The code of a currency in upper case; `undefined` for anything else. */
export const currencyOf = (value: unknown): string | undefined => {
	if (typeof value !== "string" || value.length !== 3) return undefined;
	const code = value.toUpperCase();
	return known.has(code) ? code : undefined;
};
