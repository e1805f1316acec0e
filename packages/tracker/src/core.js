(() => {
	let e,
		t,
		r,
		i,
		n,
		a,
		o,
		s,
		l,
		c,
		d,
		u,
		h,
		p = (e, t, r = window) => {
			for (const i of e.split(" ")) r.addEventListener(i, t, !0);
		},
		g = (e) =>
			p("click auxclick", (t) => {
				t.button < 2 && e(t.composedPath());
			}),
		m = () => {
			let e = navigator.webdriver ? 1 : 0,
				t = e;
			return (
				outerWidth || outerHeight || (t += 2),
				"chrome" in window || (t += navigator.plugins?.length ? 4 : 20),
				{ _bs: 3 * e, _bsm: t }
			);
		},
		f = 0,
		v = () => ((f = Math.max(f + 1, Date.now())), f),
		w = ({ pathname: e, search: t, hash: r } = location) => {
			const [, i = e, n] = /^#!?(\/[^?#]*)(\?[^#]*)?/.exec(r) ?? [];
			return [i, n || t || ""];
		},
		y = (e) => {
			try {
				return e(localStorage);
			} catch {}
		},
		b = [],
		S = [],
		_ = 0,
		x = () =>
			y((e) => {
				e[r] = JSON.stringify(b.slice(-200));
			}),
		N = (t) => {
			clearTimeout(e), (e = setTimeout(T, t));
		},
		T = () => {
			clearTimeout(e), (e = void 0);
			let i = 6e4,
				n = b.filter(
					(e) => (
						(i -= new TextEncoder().encode(JSON.stringify(e)).length), i > 0 && !S.includes(e)
					),
				),
				[a] = n;
			if (!a) return;
			const o = a.type ? n.filter(({ type: e }) => e) : [a],
				s = (e) => !o.includes(e);
			S.push(...o),
				((e, t) => {
					const r = JSON.stringify(t);
					return fetch(e, { method: "POST", body: r, keepalive: !0, credentials: "omit" }).then(
						(e) => {
							const t = () =>
								e.status < 500 && 429 !== e.status
									? 0
									: 1e3 * Number(e.headers.get("retry-after")) || 1e3;
							return e.text().then(t, t);
						},
						() => (document.hidden && navigator.sendBeacon(e, r), 1e3),
					);
				})(`${t}/${a.type ? "track" : "identify"}`, a.type ? { events: o, sent_at: v() } : a).then(
					(e) => {
						if (
							((S = S.filter(s)),
							(b = b.filter(e ? ({ timestamp: e }) => e > Date.now() - 864e5 : s)),
							e)
						) {
							const t = 1e3 * 2 ** Math.min(_++, 8);
							N(Math.max(e, t)), x();
						} else (_ = 0), y((e) => delete e[r]), T();
					},
				),
				T();
		},
		k = () => {
			T(), (_ || b[S.length] || !navigator.onLine) && x();
		},
		O = (t, r) => {
			b.push(t), document.hidden ? queueMicrotask(k) : _ || (!r && e) || N(r ? 0 : 250);
		},
		M = (e, t = 2048) => {
			try {
				const r = JSON.stringify(e);
				if (!r || r.length <= t) return r;
			} catch {}
			console.warn("footfall: properties left out", e);
		},
		R = "",
		q = [],
		L = 0,
		W = () => {},
		$ = [],
		E = () => {
			for (const e of $) e(h);
		},
		I = (e) => {
			q ? q.length < 100 && q.push(e) : e();
		},
		J = (e, t, r = "", n, a) =>
			I(() => {
				a || W();
				const [o, c] = w(a),
					h = {
						type: e,
						event_name: r.slice(0, 256),
						properties: t,
						pathname: o.slice(0, 2048),
						querystring: c.slice(0, 2048),
						page_title: document.title.slice(0, 512),
						referrer: u.slice(0, 2048),
						tag: s?.slice(0, 256),
						...n,
					},
					p = l ? l(h) : h;
				p &&
					O(
						{
							...p,
							properties: M(p.properties, "error" === e ? 4096 : 2048),
							site_id: i,
							hostname: location.hostname,
							language: navigator.language,
							screenWidth: 0 | screen.width,
							screenHeight: 0 | screen.height,
							user_id: R || void 0,
							...m(),
							id: `${d}.${L}`,
							page_id: d,
							seq: L++,
							timestamp: v(),
						},
						"pageview" === e,
					);
			}),
		P = () => "" + w() != "" + w(h),
		U = () =>
			I(() => {
				E(), P() && (u = location.origin + w(h)[0]), (h = new URL(location.href)), J("pageview");
			}),
		A = () => {
			(d = Math.random().toString(36).slice(2) + Date.now()), (L = 0);
		},
		H = (e) =>
			I(() => {
				(R = ("" + e).slice(0, 255)),
					y((e) => {
						R ? (e[c] = R) : delete e[c];
					});
			}),
		D = (e) => {
			([i, n, a, o, s, l] = e), (c = a + "-user-id"), (R = y((e) => e[c]) || "");
		},
		C = (e) =>
			p("pageshow", ({ persisted: t }) => {
				t && e();
			}),
		F = (e) => {
			if (window.navigation) p("currententrychange", e, window.navigation);
			else {
				for (const t of ["pushState", "replaceState"]) {
					const r = history[t];
					history[t] = function (...t) {
						r.apply(this, t), e();
					};
				}
				p("popstate hashchange", e);
			}
		},
		G = (e, t = "", r = "") =>
			J(
				"outbound",
				((e, t, r) => ({ url: e.slice(0, 1500), text: t.slice(0, 100), target: r || "_self" }))(
					e,
					t,
					r,
				),
			),
		B = (e, t) =>
			I(() => {
				R && O({ site_id: i, user_id: R, traits: e, is_new_identify: t, timestamp: v() });
			}),
		Y = (e) =>
			RegExp(
				e.startsWith("re:")
					? e.slice(3)
					: `^${e.replace(/\*\*|\W/g, (e) => ("**" === e ? ".*" : "*" === e ? "[^/]+" : "\\" + e))}$`,
			),
		j = (e) => {
			const t = e.map(Y);
			return (r) => e[t.findIndex((e) => e.test(r))];
		},
		z = (e, t) => {
			const r = j(e),
				i = j(t);
			return (e) => {
				if (r(e.pathname)) return;
				e.referrer.startsWith(location.origin) && (e.referrer = location.origin);
				const t = i(e.pathname);
				return (t && ((e.pathname = t), (e.querystring = "")), e);
			};
		},
		K = (e) => JSON.parse(e || "[]"),
		Q = {
			pageview: U,
			event: (e, t) => J("custom_event", t, e),
			error: (e, t) =>
				J(
					"error",
					((e, t) => {
						const r = ("" + e.message).slice(0, 500),
							i = { ...t, message: r, stack: ("" + (e.stack || "")).slice(0, 2e3) || void 0 };
						return M(i, 4096) ? i : { message: r };
					})(e, t),
					e.name || "Error",
				),
			trackOutbound: G,
			identify: (e, t) => {
				H(e), B(t, !0);
			},
			setTraits: (e) => {
				B(e, !1);
			},
			clearUserId: () => H(""),
			getUserId: () => R || null,
			onReady: (e) => I(() => e(Q)),
			startSessionReplay: () => {},
			stopSessionReplay: () => {},
			isSessionReplayActive: () => !1,
		};
	((e, t) => (
		D(
			(({ src: e, dataset: t }, r) => {
				const { host: i, namespace: n, skipPatterns: a, maskPatterns: o, debounce: s, tag: l } = t;
				return [
					r,
					i || new URL(".", e).href.slice(0, -1),
					n || "footfall",
					Number(s ?? 500),
					l,
					a || o ? z(K(a), K(o)) : void 0,
				];
			})(e, t),
		),
		!(() => {
			const e = window[a];
			return e?.pageview && !e.q;
		})() &&
			(((e) => {
				const t = window[a]?.q ?? [];
				window[a] = e;
				for (const [r, ...i] of t) e[r]?.(...i);
			})(Q),
			!((e, t) => null != y((t) => t["disable-" + e]) || !(!t || !navigator.globalPrivacyControl))(
				a,
				"respectGpc" in e.dataset,
			))
	))(
		document.currentScript ?? document.querySelector("script[data-site-id],script[src*='siteId=']"),
		FOOTFALL_SETTINGS.siteId,
	) &&
		((e) => {
			const t = () => {
				document.prerendering || document.hidden || e();
			};
			p("prerenderingchange visibilitychange", t), t();
		})(() => {
			if (!q) return;
			const e = q;
			(q = void 0),
				(u = document.referrer),
				(h = new URL(location.href)),
				A(),
				((e, i, n) => {
					(t = e),
						(r = i + n),
						y((e) => {
							for (const t in e) {
								if (!t.startsWith(i)) continue;
								const r = e[t];
								delete e[t], b.push(...JSON.parse(r));
							}
						}),
						p("online", T);
				})(n, a + "-outbox-", d),
				((e) => {
					p("visibilitychange pagehide", ({ type: t }) => {
						("pagehide" === t || document.hidden) && e();
					});
				})(() => {
					W(), E(), k();
				}),
				(() => {
					let e,
						t = 0,
						r = 0,
						i = () => {
							e = document.hidden ? NaN : performance.now();
						},
						n = () => {
							r = Math.max(r, scrollY + innerHeight);
						};
					$.push((a) => {
						if (((t += performance.now() - e || 0), i(), t < 100)) return;
						n();
						const o = (100 * r) / document.documentElement.scrollHeight;
						J(
							"engagement",
							void 0,
							"",
							{ ms_visible: Math.round(t), scroll_depth: Math.min(100, Math.round(o)) },
							a,
						),
							(t = r = 0);
					}),
						i(),
						C(i),
						p("visibilitychange", i),
						p("scroll", n);
				})(),
				U(),
				C(() => {
					E(), A(), U();
				}),
				(() => {
					let e,
						t = () => {
							P() && U();
						};
					((e) => {
						W = e;
					})(t),
						F(() => {
							clearTimeout(e), (e = setTimeout(t, o));
						});
				})(),
				g((e) => {
					const t = e.find(
						({ protocol: e, hostname: t }) => /^http/.test("" + e) && t !== location.hostname,
					);
					t && G("" + t.href, t.textContent?.trim(), t.target);
				}),
				(() => {
					const e = `data-${a}-`;
					g((t) => {
						const r = t.find((t) => t.getAttribute?.(e + "event"));
						r &&
							J(
								"custom_event",
								((e, t) => {
									const r = {};
									for (const { name: i, value: n } of e.attributes)
										i.startsWith(t) && (r[i.slice(t.length)] = n);
									return r;
								})(r, e + "prop-"),
								"" + r.getAttribute(e + "event"),
							);
					});
				})();
			for (const t of e) t();
		});
})();
