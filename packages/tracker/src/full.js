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
		p,
		m,
		h = (e, t) => {
			const r = {};
			for (const { name: i, value: n } of e.attributes)
				i.startsWith(t) && (r[i.slice(t.length)] = n);
			return r;
		},
		g = (e, t, r = window) => {
			for (const i of e.split(" ")) r.addEventListener(i, t, !0);
		},
		f = (e) =>
			g("click auxclick", (t) => {
				t.button < 2 && e(t.composedPath());
			}),
		y = () => {
			let e = navigator.webdriver ? 1 : 0,
				t = e;
			return (
				outerWidth || outerHeight || (t += 2),
				"chrome" in window || (t += navigator.plugins?.length ? 4 : 20),
				{ _bs: 3 * e, _bsm: t }
			);
		},
		v = 0,
		w = () => ((v = Math.max(v + 1, Date.now())), v),
		b = !0,
		k = !1,
		S = ({ pathname: e, search: t, hash: r } = location) => {
			const [, i = k ? e + r : e, n] = /^#!?(\/[^?#]*)(\?[^#]*)?/.exec(r) ?? [];
			return [i, (b && (n || t)) || ""];
		},
		x = (e) => {
			try {
				return e(localStorage);
			} catch {}
		},
		_ = [],
		N = [],
		O = 0,
		$ = () =>
			x((e) => {
				e[r] = JSON.stringify(_.slice(-200));
			}),
		A = (t) => {
			clearTimeout(e), (e = setTimeout(E, t));
		},
		E = () => {
			clearTimeout(e), (e = void 0);
			let i = 6e4,
				n = _.filter(
					(e) => (
						(i -= new TextEncoder().encode(JSON.stringify(e)).length), i > 0 && !N.includes(e)
					),
				),
				[a] = n;
			if (!a) return;
			const o = a.type ? n.filter(({ type: e }) => e) : [a],
				s = (e) => !o.includes(e);
			N.push(...o),
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
				})(`${t}/${a.type ? "track" : "identify"}`, a.type ? { events: o, sent_at: w() } : a).then(
					(e) => {
						if (
							((N = N.filter(s)),
							(_ = _.filter(e ? ({ timestamp: e }) => e > Date.now() - 864e5 : s)),
							e)
						) {
							const t = 1e3 * 2 ** Math.min(O++, 8);
							A(Math.max(e, t)), $();
						} else (O = 0), x((e) => delete e[r]), E();
					},
				),
				E();
		},
		R = () => {
			E(), (O || _[N.length] || !navigator.onLine) && $();
		},
		T = (t, r) => {
			_.push(t), document.hidden ? queueMicrotask(R) : O || (!r && e) || A(r ? 0 : 250);
		},
		I = (e, t = 2048) => {
			try {
				const r = JSON.stringify(e);
				if (!r || r.length <= t) return r;
			} catch {}
			console.warn("footfall: properties left out", e);
		},
		M = "",
		P = [],
		L = 0,
		q = () => {},
		D = [],
		U = (e) => {
			D.push(e);
		},
		W = () => {
			for (const e of D) e(p);
		},
		j = (e) => {
			P ? P.length < 100 && P.push(e) : e();
		},
		C = (e, t, r = "", n, a) =>
			j(() => {
				a || q();
				const [o, c] = S(a),
					p = {
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
					m = l ? l(p) : p;
				m &&
					T(
						{
							...m,
							properties: I(m.properties, "error" === e ? 4096 : 2048),
							site_id: i,
							hostname: location.hostname,
							language: navigator.language,
							screenWidth: 0 | screen.width,
							screenHeight: 0 | screen.height,
							user_id: M || void 0,
							...y(),
							id: `${d}.${L}`,
							page_id: d,
							seq: L++,
							timestamp: w(),
						},
						"pageview" === e,
					);
			}),
		F = () => "" + S() != "" + S(p),
		J = () =>
			j(() => {
				W(), F() && (u = location.origin + S(p)[0]), (p = new URL(location.href)), C("pageview");
			}),
		z = () => {
			(d = Math.random().toString(36).slice(2) + Date.now()), (L = 0);
		},
		H = (e) =>
			j(() => {
				(M = ("" + e).slice(0, 255)),
					x((e) => {
						M ? (e[c] = M) : delete e[c];
					});
			}),
		V = (e) => {
			([i, n, a, o, s, l] = e), (c = a + "-user-id"), (M = x((e) => e[c]) || "");
		},
		B = (e) =>
			g("pageshow", ({ persisted: t }) => {
				t && e();
			}),
		G =
			/\.(7z|avi|csv|dmg|docx?|epub|exe|gz|iso|mp[34]|msi|pdf|pkg|pptx?|rar|tar|tgz|txt|xlsx?|zip)$/i,
		Y = () => {},
		K = (e) => {
			if (window.navigation) g("currententrychange", e, window.navigation);
			else {
				for (const t of ["pushState", "replaceState"]) {
					const r = history[t];
					history[t] = function (...t) {
						r.apply(this, t), e();
					};
				}
				g("popstate hashchange", e);
			}
		},
		Q = (e, t) =>
			C(
				"error",
				((e, t) => {
					const r = ("" + e.message).slice(0, 500),
						i = { ...t, message: r, stack: ("" + (e.stack || "")).slice(0, 2e3) || void 0 };
					return I(i, 4096) ? i : { message: r };
				})(e, t),
				e.name || "Error",
			),
		X = (e, t = "", r = "") =>
			C(
				"outbound",
				((e, t, r) => ({ url: e.slice(0, 1500), text: t.slice(0, 100), target: r || "_self" }))(
					e,
					t,
					r,
				),
			),
		Z = (e, t) =>
			j(() => {
				M && T({ site_id: i, user_id: M, traits: e, is_new_identify: t, timestamp: w() });
			}),
		ee = (e) =>
			RegExp(
				e.startsWith("re:")
					? e.slice(3)
					: `^${e.replace(/\*\*|\W/g, (e) => ("**" === e ? ".*" : "*" === e ? "[^/]+" : "\\" + e))}$`,
			),
		te = (e) => {
			const t = e.map(ee);
			return (r) => e[t.findIndex((e) => e.test(r))];
		},
		re = (e, t) => {
			const r = te(e),
				i = te(t);
			return (e) => {
				if (r(e.pathname)) return;
				e.referrer.startsWith(location.origin) && (e.referrer = location.origin);
				const t = i(e.pathname);
				return (t && ((e.pathname = t), (e.querystring = "")), e);
			};
		},
		ie = {
			trackInitialPageView: !0,
			trackSpaNavigation: !0,
			trackUrlParams: !0,
			trackOutbound: !0,
		},
		ne = (e) => JSON.parse(e || "[]"),
		ae = {
			pageview: J,
			event: (e, t) => C("custom_event", t, e),
			error: Q,
			trackOutbound: X,
			identify: (e, t) => {
				H(e), Z(t, !0);
			},
			setTraits: (e) => {
				Z(e, !1);
			},
			clearUserId: () => H(""),
			getUserId: () => M || null,
			onReady: (e) => j(() => e(ae)),
			startSessionReplay: () => {},
			stopSessionReplay: () => {},
			isSessionReplayActive: () => !1,
		},
		oe = (e, i) => {
			((e, t) => {
				(b = e), (k = t);
			})(e.trackUrlParams, e.trackUrlFragments),
				((e) => {
					const t = () => {
						document.prerendering || document.hidden || e();
					};
					g("prerenderingchange visibilitychange", t), t();
				})(() => {
					if (!P) return;
					const o = P;
					(P = void 0),
						(u = document.referrer),
						(p = new URL(location.href)),
						z(),
						((e, i, n) => {
							(t = e),
								(r = i + n),
								x((e) => {
									for (const t in e) {
										if (!t.startsWith(i)) continue;
										const r = e[t];
										delete e[t], _.push(...JSON.parse(r));
									}
								}),
								g("online", E);
						})(n, a + "-outbox-", d),
						((e) => {
							g("visibilitychange pagehide", ({ type: t }) => {
								("pagehide" === t || document.hidden) && e();
							});
						})(() => {
							q(), W(), R();
						}),
						(() => {
							for (const [t, r] of i) (r && !e[r]) || t();
						})();
					for (const e of o) e();
				});
		},
		se = [
			[
				() => {
					let e,
						t = 0,
						r = 0,
						i = () => {
							e = document.hidden ? NaN : performance.now();
						},
						n = () => {
							r = Math.max(r, scrollY + innerHeight);
						};
					U((a) => {
						if (((t += performance.now() - e || 0), i(), t < 100)) return;
						n();
						const o = (100 * r) / document.documentElement.scrollHeight;
						C(
							"engagement",
							void 0,
							"",
							{ ms_visible: Math.round(t), scroll_depth: Math.min(100, Math.round(o)) },
							a,
						),
							(t = r = 0);
					}),
						i(),
						B(i),
						g("visibilitychange", i),
						g("scroll", n);
				},
			],
			[
				() => {
					J(),
						B(() => {
							W(), z(), J();
						});
				},
				"trackInitialPageView",
			],
			[
				() => {
					let e,
						t = () => {
							F() && J();
						};
					((e) => {
						q = e;
					})(t),
						K(() => {
							clearTimeout(e), (e = setTimeout(t, o));
						});
				},
				"trackSpaNavigation",
			],
			[
				() =>
					f((e) => {
						const t = e.find(
							({ protocol: e, hostname: t }) => /^http/.test("" + e) && t !== location.hostname,
						);
						t && X("" + t.href, t.textContent?.trim(), t.target);
					}),
				"trackOutbound",
			],
			[
				() => {
					const e = `data-${a}-`;
					f((t) => {
						const r = t.find((t) => t.getAttribute?.(e + "event"));
						r && C("custom_event", h(r, e + "prop-"), "" + r.getAttribute(e + "event"));
					});
				},
			],
			[
				() =>
					f((e) => {
						const t = e.find(
							(e) => e.href && (e.hasAttribute?.("download") || G.test("" + e.pathname)),
						);
						t && C("custom_event", { url: ("" + t.href).slice(0, 1500) }, "download");
					}),
				"trackDownloads",
			],
			[
				() => {
					const e = new WeakMap(),
						t = `data-${a}-`;
					f((r) => {
						const i = r
								.slice(0, 4)
								.find((e) =>
									e.matches?.("button,[role=button],input[type=submit],input[type=button]"),
								),
							n = Date.now();
						if (!i || i.hasAttribute(t + "event")) return;
						if (n - (e.get(i) ?? 0) < 1e3) return;
						e.set(i, n);
						const a = i.textContent.trim() || i.getAttribute("value") || "";
						C("button_click", { ...h(i, t + "prop-"), text: a.slice(0, 100) });
					});
				},
				"trackButtonClicks",
			],
			[
				() =>
					g("copy", (e) => {
						const t = "" + (getSelection() ?? ""),
							r = e.composedPath()[0];
						t &&
							r instanceof Element &&
							C("copy", {
								sourceElement: r.localName,
								text: t.slice(0, 500),
								textLength: t.length > 500 ? t.length : void 0,
							});
					}),
				"trackCopy",
			],
			[
				() =>
					g("submit", ({ target: e }) => {
						if (!(e instanceof HTMLFormElement)) return;
						const t = (t) => (e.getAttribute(t) ?? "").slice(0, 400);
						C("form_submit", {
							formId: t("id"),
							formName: t("name"),
							formAction: t("action"),
							method: t("method") || "get",
							fieldCount: e.querySelectorAll("input,select,textarea").length,
						});
					}),
				"trackFormInteractions",
			],
			[
				() =>
					g("change", (e) => {
						const [t] = e.composedPath();
						if (
							!(
								t instanceof Element &&
								t.matches(
									":is(input:not([type=hidden],[type=password]),select,textarea):not(:disabled,[readonly])",
								)
							)
						)
							return;
						const r = t.getAttribute("name") ?? t.id;
						C("input_change", { element: t.localName, inputName: r.slice(0, 400) });
					}),
				"trackFormInteractions",
			],
			[
				() => {
					let e = {},
						t = 0,
						r = 0,
						i = 0;
					g("error unhandledrejection", (n) => {
						const { reason: a, message: o = "" + a, filename: s, lineno: l, colno: c } = n,
							{ name: d = "Error", message: u = o, stack: p = "" } = Object(n.error || a),
							m = /[\w-]+:\/\/[^/\s]+/.exec(s || ("" + p).replace(u, ""))?.[0],
							h = `${d}:${u}`,
							g = Date.now();
						n.target instanceof Element ||
							/^ResizeObserver loop/.test(u) ||
							((m ? m !== location.origin : "Script error." === u)
								? i++
								: t >= 10 || g - (e[h] ?? 0) < 6e4
									? r++
									: (t++,
										(e[h] = g),
										Q(
											{ name: "" + d, message: u, stack: p },
											{ fileName: s, lineNumber: l, columnNumber: c },
										)));
					}),
						U((e) => {
							(r || i) && C("engagement", { suppressed: r, foreign: i }, "", { ms_visible: 0 }, e),
								(r = i = 0);
						});
				},
				"trackErrors",
			],
			[
				() => {
					import(n + "/vitals.js").then(
						({ webVitals: e }) => e(C),
						() => {},
					);
				},
				"webVitals",
			],
			[
				() =>
					((e, t = 100) => {
						let r,
							o,
							s = a + "-replay",
							c = x(() => sessionStorage[s]) || "",
							d = () =>
								x(() => {
									sessionStorage[s] = `${+o}${Date.now()}`;
								});
						(Y = (t) => {
							(o = t),
								d(),
								t &&
									(r ??
										(r = e([n, i, s, () => M, S, l]).then((e) => {
											m = e;
										}))),
								r?.then(() => m?.turn(o)).catch(console.warn);
						}),
							Y(Date.now() - c.slice(1) < 18e5 ? c[0] > 0 : 100 * Math.random() < +t),
							U(d);
					})(
						(e) => import(n + "/replay.js").then(({ replayOfTag: t }) => t(e, ce.dataset)),
						ce.dataset.replaySampleRate,
					),
				"sessionReplay",
			],
		],
		le = FOOTFALL_SETTINGS,
		ce =
			document.currentScript ??
			document.querySelector("script[data-site-id],script[src*='siteId=']");
	Object.assign(ae, {
		startSessionReplay: () => j(() => Y(!0)),
		stopSessionReplay: () => j(() => Y(!1)),
		isSessionReplayActive: () => !!m?.isActive(),
	}),
		((e, t) => (
			V(
				(({ src: e, dataset: t }, r) => {
					const {
						host: i,
						namespace: n,
						skipPatterns: a,
						maskPatterns: o,
						debounce: s,
						tag: l,
					} = t;
					return [
						r,
						i || new URL(".", e).href.slice(0, -1),
						n || "footfall",
						Number(s ?? 500),
						l,
						a || o ? re(ne(a), ne(o)) : void 0,
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
				})(ae),
				!((e, t) =>
					null != x((t) => t["disable-" + e]) || !(!t || !navigator.globalPrivacyControl))(
					a,
					"respectGpc" in e.dataset,
				))
		))(
			ce,
			le
				? le.siteId
				: ((e) => {
						const t =
							e.dataset.siteId ||
							e.getAttribute("site-id") ||
							/[?&]site[-_]?id=([^&]+)/i.exec(e.src)?.[1];
						if (!t) throw Error("footfall: the script tag needs data-site-id");
						return t;
					})(ce),
		) &&
			(le
				? oe(le, se)
				: fetch(`${n}/site/tracking-config/${i}`, { credentials: "omit" })
						.then((e) => (e.ok ? e.json() : ie))
						.catch(() => ie)
						.then((e) => oe(e, se)));
})();
