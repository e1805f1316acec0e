let e = 0;
const t = () => ((e = Math.max(e + 1, Date.now())), e);
let n;
const o = (e, t, o = window) => {
		const i = !n || { capture: !0, signal: n };
		for (const n of e.split(" ")) o.addEventListener(n, t, i);
	},
	i = (e) => {
		try {
			return e(localStorage);
		} catch {}
	};
let r,
	s,
	a,
	c = [],
	l = [],
	d = 0,
	h = !1;
const u = () =>
		i((e) => {
			e[a] = JSON.stringify(c.slice(-200));
		}),
	g = (e) => {
		clearTimeout(r), (r = setTimeout(p, e));
	},
	p = () => {
		clearTimeout(r), (r = void 0);
		let e = 6e4;
		const n = c.filter(
				(t) => ((e -= new TextEncoder().encode(JSON.stringify(t)).length), e > 0 && !l.includes(t)),
			),
			[o] = n;
		if (!o) return;
		const f = o.type ? n.filter(({ type: e }) => e) : [o],
			m = (e) => !f.includes(e);
		l.push(...f),
			((e, t) => {
				const n = JSON.stringify(t);
				return fetch(e, { method: "POST", body: n, keepalive: !0, credentials: "omit" }).then(
					(e) => {
						const t = () =>
							e.status < 500 && 429 !== e.status
								? 0
								: 1e3 * Number(e.headers.get("retry-after")) || 1e3;
						return e.text().then(t, t);
					},
					() => (document.hidden && navigator.sendBeacon(e, n), 1e3),
				);
			})(`${s}/${o.type ? "track" : "identify"}`, o.type ? { events: f, sent_at: t() } : o).then(
				(e) => {
					if (
						((l = l.filter(m)),
						(c = c.filter(e ? ({ timestamp: e }) => e > Date.now() - 864e5 : m)),
						e)
					) {
						const t = 1e3 * 2 ** Math.min(d++, 8);
						h || g(Math.max(e, t)), u();
					} else (d = 0), i((e) => delete e[a]), p();
				},
			),
			p();
	},
	f = () => {
		p(), (d || c[l.length] || !navigator.onLine) && u();
	},
	m = 2048,
	w = 2048,
	v = 512,
	y = 2048,
	b = 256,
	S = 256,
	$ = 2048,
	_ = 4096,
	x = (e, t = $) => {
		try {
			const n = JSON.stringify(e);
			if (!n || n.length <= t) return n;
		} catch {}
		console.warn("footfall: properties left out", e);
	},
	M = () => {
		const e = navigator.webdriver ? 1 : 0;
		let t = e;
		return (
			outerWidth || outerHeight || (t += 2),
			"chrome" in window || (t += navigator.plugins?.length ? 4 : 20),
			{ _bs: 3 * e, _bsm: t }
		);
	};
let N = !0,
	O = !1;
const k = ({ pathname: e, search: t, hash: n } = location) => {
	const [, o = O ? e + n : e, i] = /^#!?(\/[^?#]*)(\?[^#]*)?/.exec(n) ?? [];
	return [o, (N && (i || t)) || ""];
};
let q,
	J,
	T,
	L,
	U,
	D,
	P,
	W = "",
	C = !1,
	E = [];
let H,
	I,
	R,
	A = 0,
	B = [];
const F = () => {
		for (const e of B) e(R);
	},
	G = (e) => {
		C || (E ? E.length < 100 && E.push(e) : e());
	},
	j = (e, n, o = "", i, s) =>
		G(() => {
			const [a, l] = k(s),
				h = {
					type: e,
					event_name: o.slice(0, S),
					properties: n,
					pathname: a.slice(0, m),
					querystring: l.slice(0, w),
					page_title: document.title.slice(0, v),
					referrer: I.slice(0, y),
					tag: U?.slice(0, b),
					...i,
				},
				u = D ? D(h) : h;
			u &&
				((e, t) => {
					c.push(e), document.hidden ? queueMicrotask(f) : d || (!t && r) || g(t ? 0 : 250);
				})(
					{
						...u,
						properties: x(u.properties, "error" === e ? _ : $),
						site_id: q,
						hostname: location.hostname,
						language: navigator.language,
						screenWidth: 0 | screen.width,
						screenHeight: 0 | screen.height,
						user_id: W || void 0,
						...M(),
						id: `${H}.${A}`,
						page_id: H,
						seq: A++,
						timestamp: t(),
					},
					"pageview" === e,
				);
		}),
	z = () =>
		G(() => {
			F(),
				`${k()}` != `${k(R)}` && (I = location.origin + k(R)[0]),
				(R = new URL(location.href)),
				j("pageview");
		}),
	K = (e) => {
		([q, J, T, L, U, D] = e), (P = `${T}-user-id`), (W = i((e) => e[P]) || "");
	},
	Q = (e) =>
		((e) => {
			const t = () => {
				document.prerendering || document.hidden || e();
			};
			o("prerenderingchange visibilitychange", t), t();
		})(() => {
			if (!E || C) return;
			const t = E;
			(E = void 0),
				(I = document.referrer),
				(R = new URL(location.href)),
				(H = Math.random().toString(36).slice(2) + Date.now()),
				(A = 0),
				((e, t, n) => {
					(s = e),
						(a = t + n),
						i((e) => {
							for (const n in e) {
								if (!n.startsWith(t)) continue;
								const o = e[n];
								delete e[n], c.push(...JSON.parse(o));
							}
						}),
						o("online", p);
				})(J, `${T}-outbox-`, H),
				((e) => {
					o("visibilitychange pagehide", ({ type: t }) => {
						("pagehide" === t || document.hidden) && e();
					});
				})(() => {
					F(), f();
				}),
				e();
			for (const e of t) e();
		}),
	V = () => {
		(C = !1), (h = !1);
	},
	X = (e, t) => j("custom_event", t, e),
	Y = () => {
		const e = window[T];
		return e?.pageview && !e.q;
	},
	Z = (e) => {
		const t = window[T]?.q ?? [];
		window[T] = e;
		for (const [n, ...o] of t) e[n]?.(...o);
	};
let ee;
const te = { pageview: z, event: X };
(({
	siteId: e,
	host: t,
	captures: o,
	beforeSend: r,
	namespace: s = "footfall",
	debounceMs: a = 500,
	tag: c,
	trackUrlParams: l = !0,
	trackUrlFragments: d = !1,
	respectGpc: h = !1,
}) => {
	if ("undefined" == typeof window || ee) return;
	V(), K([e, t, s, a, c, r]), (ee = new AbortController());
	const { signal: u } = ee;
	((e) => {
		const t = n;
		n = e;
	})(u);
	const g = Y();
	(g || Z(te),
	((e, t) => null != i((t) => t[`disable-${e}`]) || !(!t || !navigator.globalPrivacyControl))(
		s,
		h,
	)) ||
		((N = l),
		(O = d),
		Q(() => {
			if (!g) for (const e of o) e(j, u);
		}));
})({ siteId: "1", host: "/api", captures: [] }),
	z(),
	X("signup");
