/**
 * Names that geo databases use and ISO 3166-2 does not, by country, each after its code. Gathered in November 2026 from
 * the English names of the regions with the most addresses.
 */
const NAMES: Readonly<Record<string, string>> = {
	AE: "AZ Abu Dhabi; DU Dubai; SH Sharjah; FU Fujairah; RK Ras al-Khaimah",
	AM: "ER Yerevan",
	AR: "C Buenos Aires F.D.; B Buenos Aires",
	AT: `
		9 Vienna; 9 State of Vienna; 4 Upper Austria; 3 Lower Austria; 6 Styria; 7 Tyrol; 2 Carinthia`,
	BE: "BRU Brussels Capital; BRU Brussels; VLG Flanders; WAL Wallonia",
	BG: "22 Sofia-grad; 22 Sofia-Capital",
	BR: "DF Federal District",
	BY: "HM Minsk City",
	CH: `
		GE Geneva; BS Basel-City; BL Basel-Landschaft; SG Saint Gall; LU Lucerne; GR Grisons; VD Vaud;
		VS Valais`,
	CL: "RM Santiago Metropolitan; BI Bio-Bio",
	CN: "GX Guangxi; XJ Xinjiang; NX Ningxia; NM Inner Mongolia; XZ Tibet",
	CO: "DC Bogota D.C.",
	CZ: `
		10 Prague; 10 Hlavni mesto Praha; 64 South Moravian; 20 Central Bohemia; 80 Moravian-Silesian`,
	DE: `
		HE Hesse; NW North Rhine-Westphalia; BY Bavaria; NI Lower Saxony; SN Saxony; ST Saxony-Anhalt;
		TH Thuringia; RP Rhineland-Palatinate; BE State of Berlin`,
	DK: "84 Capital Region; 82 Central Jutland; 81 North Denmark; 83 South Denmark; 85 Zealand",
	DZ: "16 Algiers",
	EG: "C Cairo; GZ Giza; ALX Alexandria; KB Qalyubia; BH Beheira",
	ES: `
		CT Catalonia; AN Andalusia; PV Basque Country; CN Canary Islands; CL Castille and Leon;
		CM Castille-La Mancha; IB Balearic Islands; VC Valencia; NC Navarre`,
	FI: `
		18 Uusimaa; 11 Tampere; 11 Pirkanmaa; 19 Southwest Finland; 08 Central Finland;
		14 North Ostrobothnia`,
	FR: `
		ARA Rhone-Alpes; ARA Auvergne; BRE Brittany; NAQ New Aquitaine; NOR Normandy; PAC Provence;
		BFC Bourgogne; 20R Corsica; PDL Pays de la Loire; CVL Centre-Val de Loire`,
	GR: "I Attica; B Central Macedonia; M Crete; E Thessaly",
	HR: "21 Zagreb; 21 City of Zagreb",
	ID: `
		JK Jakarta; JB West Java; JI East Java; JT Central Java; BA Bali; BT Banten; SU North Sumatra;
		SN South Sulawesi`,
	IL: `
		M Central District; HA Haifa; D Southern District; Z Northern District; TA Tel Aviv;
		JM Jerusalem`,
	IS: "1 Capital Region",
	IT: `
		25 Lombardy; 52 Tuscany; 21 Piedmont; 82 Sicily; 75 Apulia; 88 Sardinia; 57 The Marches;
		32 Trentino-Alto Adige; 23 Aosta Valley; 62 Latium`,
	JO: "AM Amman",
	JP: `
		23 Aichi; 12 Chiba; 22 Shizuoka; 40 Fukuoka; 34 Hiroshima; 09 Tochigi; 07 Fukushima;
		17 Ishikawa; 18 Fukui; 21 Gifu; 25 Shiga; 32 Shimane; 35 Yamaguchi; 36 Tokushima; 39 Kochi;
		46 Kagoshima`,
	KR: `
		11 Seoul; 26 Busan; 27 Daegu; 28 Incheon; 29 Gwangju; 30 Daejeon; 31 Ulsan; 42 Gangwon-do;
		43 North Chungcheong; 44 South Chungcheong; 45 North Jeolla; 46 South Jeolla;
		47 North Gyeongsang; 48 South Gyeongsang; 49 Jeju; 49 Jeju-do`,
	MA: "07 Marrakesh-Safi; 06 Casablanca-Settat",
	MX: "CMX Mexico City; VER Veracruz; MIC Michoacan; COA Coahuila; MEX State of Mexico",
	MY: "14 Kuala Lumpur; 16 Putrajaya; 15 Labuan; 07 Penang; 04 Malacca",
	NL: "NH North Holland; ZH South Holland; NB North Brabant; FR Friesland; ZE Zeeland",
	NO: "32 Akershus; 03 Oslo; 30 Viken",
	OM: "MA Muscat",
	PK: "PB Punjab; SD Sindh; IS Islamabad",
	PL: `
		14 Mazovia; 24 Silesia; 30 Greater Poland; 12 Lesser Poland; 10 Lodz Voivodeship;
		22 Pomerania; 02 Lower Silesia; 32 West Pomerania; 28 Warmia-Masuria; 04 Kuyavian-Pomeranian;
		18 Subcarpathia; 06 Lublin; 08 Lubusz; 16 Opole Voivodeship; 26 Holy Cross`,
	PT: "11 Lisbon",
	QA: "DA Baladiyat ad Dawhah; DA Doha",
	RO: "B Bucharest",
	RU: `
		MOW Moscow; MOS Moscow Oblast; SPE St.-Petersburg; NVS Novosibirsk Oblast;
		SVE Sverdlovsk Oblast; ROS Rostov; CHE Chelyabinsk; KDA Krasnodar Krai; KYA Krasnoyarsk Krai;
		OMS Omsk Oblast; SAM Samara Oblast; IRK Irkutsk Oblast; NIZ Nizhny Novgorod Oblast;
		PER Perm Krai; TOM Tomsk Oblast; TA Tatarstan; BA Bashkortostan`,
	SA: "01 Riyadh Region; 02 Mecca Region; 04 Eastern Province; 03 Medina",
	SE: `
		AB Stockholm; O Vastra Gotaland; X Gavleborg; E Ostergotland; F Jonkoping; AC Vasterbotten;
		S Varmland; BD Norrbotten; M Skane`,
	SK: "BL Bratislava Region",
	TH: "10 Bangkok",
	TW: "TPE Taipei; NWT New Taipei",
	UA: "12 Dnipropetrovsk; 30 Kyiv City; 30 Kyiv",
	US: "DC Washington, D.C.; DC District of Columbia",
};

/** Country, code and name of each. */
export const REGION_NAMES: readonly (readonly [country: string, code: string, name: string])[] =
	Object.entries(NAMES).flatMap(([country, names]) =>
		names.split(";").map((entry) => {
			const [code = "", ...name] = entry.trim().split(" ");
			return [country, code, name.join(" ")] as const;
		}),
	);
