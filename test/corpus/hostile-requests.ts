import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

/** A request to a collecting path that could do harm, sent on purpose or not. Those that once failed stay here. */
export interface HostileRequest {
	name: string;
	headers?: Record<string, string>;
	body: Buffer;
}

const MEGABYTE = 1024 * 1024;
const VIEW = '"type":"pageview","site_id":"1"';

/** The start of a body in the tracker's compact form. */
const COMPACT_HEAD = '1,5,"shop.example","en",800,600,false,0,true';

const text = (name: string, body: string, headers?: Record<string, string>): HostileRequest => ({
	name,
	body: Buffer.from(body),
	...(headers && { headers }),
});
const bytes = (
	name: string,
	body: Uint8Array,
	headers?: Record<string, string>,
): HostileRequest => ({
	name,
	body: Buffer.from(body),
	...(headers && { headers }),
});
const encoded = (encoding: string) => ({ "content-encoding": encoding });

const keys = (count: number) =>
	Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(",");
const filledTo = (size: number, unit: string) => unit.repeat(Math.floor(size / unit.length));

export const hostileRequests: readonly HostileRequest[] = [
	text("nothing", ""),
	text("white space", " \n\t "),
	text("a word", "pageview"),
	text("half an object", `{${VIEW}`),
	text("two objects", `{${VIEW}}{${VIEW}}`),
	text("lists ten thousand deep", "[".repeat(10_000) + "]".repeat(10_000)),
	text("lists as deep as a body allows", "[".repeat(MEGABYTE / 2) + "]".repeat(MEGABYTE / 2)),
	text("lists that never close", "[".repeat(MEGABYTE)),
	text("objects ten thousand deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
	text(
		"a deep value in a batch",
		`{"events":[{${VIEW},"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}]}`,
	),
	text(
		"a deep value below the event's limit",
		`{${VIEW},"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
	),
	text(
		"deep properties",
		JSON.stringify({
			type: "custom_event",
			site_id: "1",
			event_name: "a",
			properties: "[".repeat(2_048),
		}),
	),
	text("deep flags", `{${VIEW},"feature_flags":{"a":${"[".repeat(9_000)}${"]".repeat(9_000)}}}`),
	text("many keys", `{${VIEW},${keys(100_000)}}`),
	text("many keys below the event's limit", `{${VIEW},${keys(7_000)}}`),
	text("many flags", `{${VIEW},"feature_flags":{${keys(7_000)}}}`),
	text("one key many times", `{${VIEW}${filledTo(MEGABYTE - 100, ',"type":"pageview"')}}`),
	text("a million elements", `[${filledTo(MEGABYTE - 10, "1,")}1]`),
	text("500 empty events", `[${"{},".repeat(499)}{}]`),
	text(
		"500 long events",
		`[${Array(500)
			.fill(`{${VIEW},"page_title":"${"x".repeat(512)}","querystring":"?${"a=1&".repeat(200)}"}`)
			.join(",")}]`,
	),
	text(
		"500 queries of ampersands",
		`[${Array(500)
			.fill(`{${VIEW},"querystring":"?${"a&".repeat(990)}"}`)
			.join(",")}]`,
	),
	text(
		"500 events that are wrong everywhere",
		`[${Array(500)
			.fill(
				`{"type":"error",${["site_id", "hostname", "pathname", "referrer", "id", "seq", "tag"].map((field) => `"${field}":[]`).join(",")},"feature_flags":{${keys(200)}}}`,
			)
			.join(",")}]`,
	),
	text("501 events", `[${"{},".repeat(500)}{}]`),
	text("mixed elements", `[{${VIEW}},null,1,"a",[],[{${VIEW}}],true,{"events":[]},{${VIEW}}]`),
	text("batches in batches", `{"events":[{"events":[{${VIEW}}]},{${VIEW}}]}`),
	text("a compact body of another version", `[2,5,"",{${VIEW}}]`),
	text("a compact body without entries", '[1,5,""]'),
	text("a compact body with 501 entries", `[${COMPACT_HEAD}${",[]".repeat(501)}]`),
	text(
		"a compact body of mixed entries",
		`[${COMPACT_HEAD},null,1,"a",[],{},[[[]]],{${VIEW}},true]`,
	),
	text(
		"a compact body as deep as a body allows",
		`[${COMPACT_HEAD},${"[".repeat(500_000)}${"]".repeat(500_000)}]`,
	),
	text(
		"a compact event that is deep everywhere",
		`[${COMPACT_HEAD},[${Array(19).fill(`${"[".repeat(1_500)}${"]".repeat(1_500)}`)}]]`,
	),
	text(
		"compact properties with a deep value",
		`[${COMPACT_HEAD},[5,"1",2,"p",0,"","","","","","","a",{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}]]`,
	),
	text(
		"compact properties with very many names",
		`[${COMPACT_HEAD},[5,"1",2,"p",0,"","","","","","","a",{${keys(49_000)}}]]`,
	),
	text(
		"compact properties that are text with very many names",
		JSON.stringify([
			...JSON.parse(`[${COMPACT_HEAD}]`),
			[5, "1", 2, "p", 0, "", "", "", "", "", "", "a", `{${keys(90_000)}}`],
		]),
	),
	text(
		"500 compact events whose texts are all too long",
		`[${COMPACT_HEAD}${`,[5,"1",1,"p",0,"${"x".repeat(2_060)}"]`.repeat(500)}]`,
	),
	text(
		"a compact identify with very many traits",
		`[${COMPACT_HEAD},[5,"1",0,"u",{${keys(49_000)}},1]]`,
	),
	text("events that are none", '{"events":7}'),
	text("events that are an object", `{"events":{"0":{${VIEW}},"length":1}}`),
	text("sent_at that is text", `{"events":[{${VIEW}}],"sent_at":"now"}`),
	text("__proto__", `{${VIEW},"__proto__":{"type":"x"},"constructor":{"prototype":{"a":1}}}`),
	text("__proto__ as the event", '{"__proto__":{"type":"pageview","site_id":"1"}}'),
	text("__proto__ in flags", `{${VIEW},"feature_flags":{"__proto__":"a","constructor":"b"}}`),
	text(
		"__proto__ in properties",
		JSON.stringify({
			type: "custom_event",
			site_id: "1",
			event_name: "a",
			properties: '{"__proto__":{"a":1}}',
		}),
	),
	text("an inherited name as the type", '{"type":"constructor","site_id":"1"}'),
	text("an inherited name as the site", '{"type":"pageview","site_id":"__proto__"}'),
	text(
		"lone surrogates",
		`{${VIEW},"page_title":"\\ud800","tag":"\\udc00\\ud800","pathname":"/\\udfff"}`,
	),
	text(
		"surrogates in properties",
		JSON.stringify({
			type: "custom_event",
			site_id: "1",
			event_name: "\ud800",
			properties: '{"\\ud800":"\\udc00"}',
		}),
	),
	text(
		"NUL everywhere",
		`{${VIEW},"page_title":"\\u0000","hostname":"\\u0000","id":"\\u0000","tag":"a\\u0000b"}`,
	),
	bytes("raw NUL", Buffer.from(`{${VIEW},"tag":"\0"}`)),
	bytes(
		"bad UTF-8",
		Buffer.concat([
			Buffer.from(`{${VIEW},"tag":"`),
			Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
			Buffer.from('"}'),
		]),
	),
	bytes("UTF-16", Buffer.from(`\ufeff{${VIEW}}`, "utf16le")),
	text("a byte order mark", `\ufeff{${VIEW}}`),
	text("two byte order marks", `\ufeff\ufeff{${VIEW}}`),
	text(
		"numbers beyond numbers",
		`{${VIEW},"screenWidth":1e400,"timestamp":-1e400,"seq":1e308,"sent_at":5e-324}`,
	),
	text("times beyond time", `{${VIEW},"timestamp":8640000000000001,"sent_at":-8640000000000001}`),
	text("negative zero", `{${VIEW},"screenWidth":-0,"seq":-0,"timestamp":-0,"sent_at":-0}`),
	text("fractions", `{${VIEW},"screenWidth":1.5,"seq":0.1,"_bs":9.99}`),
	text("long digits", `{${VIEW},"screenWidth":${"9".repeat(60_000)}}`),
	text("a number as the site", '{"type":"pageview","site_id":1}'),
	text("a list as the site", '{"type":"pageview","site_id":["1"]}'),
	text("a very long site", `{"type":"pageview","site_id":"${"1".repeat(60_000)}"}`),
	text("an address that is none", `{${VIEW},"ip_address":"999.1.1.1"}`),
	text("a long address", `{${VIEW},"ip_address":"${"1.".repeat(20_000)}"}`),
	text(
		"a long url",
		JSON.stringify({
			type: "outbound",
			site_id: "1",
			properties: JSON.stringify({ url: `http://${"a.".repeat(900)}b` }),
		}),
	),
	text(
		"a url that is none",
		JSON.stringify({ type: "outbound", site_id: "1", properties: '{"url":"http://["}' }),
	),
	text("a referrer of brackets", `{${VIEW},"referrer":"http://[::1]:99999/","hostname":"["}`),
	text("a referrer of dots", `{${VIEW},"referrer":"http://${".".repeat(2_000)}"}`),
	text("a query of ampersands", `{${VIEW},"querystring":"?${"&".repeat(2_000)}"}`),
	text("a query of percents", `{${VIEW},"querystring":"?${"%".repeat(1_000)}=%ff%c0&%zz"}`),
	text(
		"a query of __proto__",
		`{${VIEW},"querystring":"?__proto__=1&constructor=2&utm_source=__proto__"}`,
	),
	text("a language of nonsense", `{${VIEW},"language":"${"-".repeat(35)}"}`),
	text("a long id", `{${VIEW},"id":"${"x".repeat(65)}"}`),
	text("an empty key", `{${VIEW},"":1,"api_key":""}`),
	text("a key that is a list", `{${VIEW},"api_key":[]}`),
	text("a very long key", `{${VIEW},"api_key":"${"k".repeat(60_000)}"}`),
	bytes(
		"a small body that would become a hundred megabytes",
		gzipSync(Buffer.alloc(100_000_000, 32)),
		encoded("gzip"),
	),
	bytes("the same with brotli", brotliCompressSync(Buffer.alloc(100_000_000, 32)), encoded("br")),
	bytes("zip in zip", gzipSync(gzipSync(Buffer.alloc(MEGABYTE, 32))), encoded("gzip")),
	bytes("truncated gzip", gzipSync(`{${VIEW}}`).subarray(0, 20), encoded("gzip")),
	bytes(
		"gzip with something behind it",
		Buffer.concat([gzipSync(`{${VIEW}}`), Buffer.from("more")]),
		encoded("gzip"),
	),
	bytes("two gzip members", Buffer.concat([gzipSync(`{${VIEW}`), gzipSync("}")]), encoded("gzip")),
	bytes("deflate named gzip", deflateSync(`{${VIEW}}`), encoded("gzip")),
	bytes("raw deflate", deflateRawSync(`{${VIEW}}`), encoded("deflate")),
	text("plain named deflate", `{${VIEW}}`, encoded("deflate")),
	text("plain named br", `{${VIEW}}`, encoded("br")),
	text("nothing named gzip", "", encoded("gzip")),
	text("an encoding nobody knows", `{${VIEW}}`, encoded("compress")),
	text("many encodings", `{${VIEW}}`, encoded("gzip, gzip, gzip, br")),
	text("a type nobody knows", `{${VIEW}}`, {
		"content-type": "application/x-nothing; charset=utf-7",
	}),
	text("a charset nobody knows", `{${VIEW}}`, {
		"content-type": 'application/json; charset="\u00e9"',
	}),
	text("a form", "type=pageview&site_id=1", {
		"content-type": "application/x-www-form-urlencoded",
	}),
	text("an origin that is none", `{${VIEW}}`, { origin: "null" }),
	text("an origin of brackets", `{${VIEW}}`, { origin: "http://[" }),
	text("a user agent of brackets", `{${VIEW}}`, { "user-agent": "(".repeat(4_000) }),
	text("a user agent of versions", `{${VIEW}}`, {
		"user-agent": `Mozilla/${"9.".repeat(4_000)} Chrome/${"9".repeat(400)}`,
	}),
	text("forwarded for nobody", `{${VIEW}}`, {
		"x-forwarded-for": ", ,, unknown, _x,[::, %, 1.2.3.4.5",
	}),
	text("forwarded for many", `{${VIEW}}`, {
		"x-forwarded-for": Array(1_000).fill("1.2.3.4").join(","),
	}),
	text("hints of nonsense", `{${VIEW}}`, {
		"sec-ch-ua": `"${"a;".repeat(2_000)}`,
		"sec-ch-ua-mobile": "?",
	}),
	text("a bad trace", `{${VIEW}}`, { traceparent: "00-".repeat(500) }),
];
