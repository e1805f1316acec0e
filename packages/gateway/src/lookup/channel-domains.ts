import { words } from "./words.ts";

/** Country domains of Google and Yahoo, whose other labels are the same everywhere. */
const GOOGLE_SUFFIXES = words(`
	com ad ae al am as at az ba be bf bg bi bj bs bt by ca cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm
	fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw
	ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws
	co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk
	co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz
	com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw
	com.lb com.ly com.mm com.mt com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph
	com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc
	com.vn`);

/**
 * Well-known sites by their class, gathered in November 2026. A domain includes everything below it; a longer entry
 * wins, so `mail.google.com` is not a search engine.
 */
export const DOMAINS = {
	ai: words(`
		chatgpt.com chat.openai.com openai.com claude.ai anthropic.com gemini.google.com aistudio.google.com
		notebooklm.google.com bard.google.com copilot.microsoft.com copilot.cloud.microsoft m365.cloud.microsoft
		edgeservices.bing.com perplexity.ai meta.ai mistral.ai grok.com x.ai you.com duck.ai cursor.com
		coral.cohere.com cohere.com manus.im doubao.com deepseek.com poe.com pi.ai character.ai qwen.ai
		phind.com kimi.com moonshot.cn chat.z.ai yuanbao.tencent.com genspark.ai t3.chat jasper.ai
		writesonic.com andi.com andisearch.com codeium.com huggingface.co iask.ai felo.ai komo.ai lechat.ai`),
	search: words(`
		${GOOGLE_SUFFIXES.map((suffix) => `google.${suffix}`).join(" ")}
		bing.com cn.bing.com duckduckgo.com search.yahoo.com yahoo.com yahoo.co.jp ecosia.org qwant.com
		startpage.com search.brave.com yandex.com yandex.ru yandex.kz yandex.by yandex.com.tr ya.ru baidu.com
		m.baidu.com sogou.com so.com 360.cn sm.cn naver.com search.naver.com daum.net search.daum.net seznam.cz
		search.seznam.cz ask.com search.aol.com aol.com mojeek.com swisscows.com metager.org metager.de
		kagi.com presearch.com presearch.org gibiru.com dogpile.com webcrawler.com excite.com lycos.com
		info.com search.com rambler.ru nova.rambler.ru go.mail.ru petalsearch.com coccoc.com lilo.org
		karmasearch.org ekoru.org oscobo.com searchencrypt.com searx.be gigablast.com yep.com infinitysearch.co
		onesearch.com virgilio.it search.ch search.conduit.com babylon.com avg.com zapmeta.com
		entireweb.com exalead.com alltheweb.com goo.ne.jp biglobe.ne.jp search.smt.docomo.ne.jp
		marginalia.nu stract.com ghostery.com tusksearch.com fireball.de suche.t-online.de suche.web.de
		suche.gmx.net syndicatedsearch.goog cse.google.com`),
	social: words(`
		facebook.com fb.com fb.me l.facebook.com lm.facebook.com m.facebook.com messenger.com m.me instagram.com
		l.instagram.com threads.net threads.com twitter.com x.com t.co linkedin.com lnkd.in reddit.com redd.it
		out.reddit.com old.reddit.com pinterest.com pin.it pinterest.co.uk pinterest.de pinterest.fr
		pinterest.es pinterest.ca pinterest.jp tumblr.com t.umblr.com snapchat.com whatsapp.com wa.me
		api.whatsapp.com web.whatsapp.com telegram.org t.me web.telegram.org telegram.me discord.com
		discord.gg discordapp.com mastodon.social mastodon.online mastodon.world mstdn.social fosstodon.org
		hachyderm.io infosec.exchange techhub.social bsky.app bsky.social bluesky.social vk.com vk.ru away.vk.com
		ok.ru odnoklassniki.ru weibo.com weibo.cn t.cn weixin.qq.com wechat.com qzone.qq.com douban.com
		zhihu.com xiaohongshu.com line.me lin.ee kakao.com story.kakao.com band.us xing.com quora.com
		news.ycombinator.com lobste.rs lemmy.world lemmy.ml kbin.social slashdot.org digg.com flipboard.com
		mix.com stumbleupon.com nextdoor.com meetup.com myspace.com livejournal.com deviantart.com
		goodreads.com gab.com parler.com truthsocial.com gettr.com minds.com mewe.com plurk.com mixi.jp
		ameblo.jp hatena.ne.jp b.hatena.ne.jp note.com skyrock.com taringa.net tagged.com badoo.com
		clubhouse.com substack.com medium.com disqus.com viber.com signal.me signal.org skype.com peerlist.io
		producthunt.com indiehackers.com stackoverflow.com stackexchange.com github.com gitlab.com
		hi5.com renren.com kaixin001.com tinder.com bereal.com lemon8-app.com sharechat.com koo.in
		buffer.com hootsuite.com linktr.ee glassdoor.com fark.com dev.to hashnode.com`),
	video: words(`
		youtube.com youtu.be m.youtube.com youtube-nocookie.com vimeo.com player.vimeo.com dailymotion.com dai.ly
		twitch.tv m.twitch.tv clips.twitch.tv tiktok.com vm.tiktok.com vt.tiktok.com douyin.com kuaishou.com
		kwai.com bilibili.com b23.tv youku.com iqiyi.com v.qq.com tudou.com mgtv.com ixigua.com acfun.cn
		niconico.com nicovideo.jp nico.ms rumble.com odysee.com lbry.tv bitchute.com peertube.tv joinpeertube.org
		rutube.ru vkvideo.ru coub.com kick.com trovo.live dlive.tv netflix.com hulu.com disneyplus.com max.com
		hbomax.com primevideo.com peacocktv.com paramountplus.com crunchyroll.com roku.com pluto.tv tubitv.com
		iq.com viki.com wetv.vip abema.tv tver.jp afreecatv.com sooplive.co.kr chzzk.naver.com tv.naver.com
		veoh.com metacafe.com vevo.com ted.com wistia.com loom.com vidyard.com brightcove.com streamable.com
		gfycat.com likee.video triller.co nebula.tv floatplane.com curiositystream.com dtube.video brighteon.com
		9now.com.au iplayer.bbc.co.uk itv.com channel4.com arte.tv globoplay.globo.com hotstar.com sonyliv.com
		zee5.com mxplayer.in`),
	shopping: words(`
		amazon.com amazon.ca amazon.com.mx amazon.com.br amazon.co.uk amazon.de amazon.fr amazon.it amazon.es
		amazon.nl amazon.se amazon.pl amazon.com.be amazon.com.tr amazon.ae amazon.sa amazon.eg amazon.in
		amazon.co.jp amazon.sg amazon.com.au amazon.cn amzn.to a.co ebay.com ebay.co.uk ebay.de ebay.fr ebay.it
		ebay.es ebay.ca ebay.com.au ebay.at ebay.ch ebay.nl ebay.pl ebay.us etsy.com etsy.me walmart.com target.com
		bestbuy.com costco.com homedepot.com lowes.com wayfair.com overstock.com newegg.com aliexpress.com
		aliexpress.ru alibaba.com taobao.com tmall.com 1688.com jd.com pinduoduo.com temu.com shein.com
		rakuten.co.jp rakuten.com zozo.jp mercari.com shopping.yahoo.co.jp mercadolibre.com mercadolibre.com.ar
		mercadolibre.com.mx mercadolivre.com.br americanas.com.br magazineluiza.com.br flipkart.com myntra.com
		snapdeal.com meesho.com shopee.com shopee.co.id shopee.sg shopee.com.my shopee.ph shopee.co.th
		shopee.vn shopee.tw shopee.com.br lazada.com lazada.sg lazada.com.my lazada.co.id lazada.co.th
		lazada.com.ph lazada.vn tokopedia.com bukalapak.com coupang.com gmarket.co.kr 11st.co.kr allegro.pl
		allegro.cz zalando.com zalando.de zalando.co.uk zalando.fr otto.de asos.com bol.com coolblue.nl
		cdiscount.com fnac.com leboncoin.fr vinted.com vinted.fr vinted.de idealo.de idealo.co.uk check24.de
		geizhals.at geizhals.de ceneo.pl heureka.cz kelkoo.com pricerunner.com shopzilla.com
		pricegrabber.com bizrate.com slickdeals.net dealnews.com shopping.google.com ozon.ru wildberries.ru
		market.yandex.ru avito.ru trendyol.com hepsiburada.com n11.com noon.com jumia.com takealot.com
		kogan.com catch.com.au trademe.co.nz poshmark.com depop.com stockx.com wish.com qvc.com shopify.com
		shop.app craigslist.org gumtree.com olx.com olx.pl olx.ua`),
	email: words(`
		mail.google.com gmail.com googlemail.com inbox.google.com outlook.com outlook.live.com
		outlook.office.com outlook.office365.com hotmail.com live.com mail.live.com mail.yahoo.com
		mail.yahoo.co.jp ymail.com mail.aol.com mail.ru e.mail.ru mail.yandex.ru mail.yandex.com proton.me
		mail.proton.me protonmail.com tutanota.com tuta.com fastmail.com app.fastmail.com hey.com app.hey.com
		icloud.com zoho.com mail.zoho.com zohomail.com gmx.net gmx.de gmx.com navigator.gmx.net web.de
		navigator.web.de mail.163.com mail.126.com mail.qq.com mail.naver.com mail.daum.net orange.fr
		messagerie.orange.fr webmail.free.fr laposte.net libero.it mail.seznam.cz email.seznam.cz mailchimp.com
		mailchi.mp campaign-archive.com createsend.com sendgrid.net klaviyo.com klclick.com superhuman.com
		mail.superhuman.com spark.com deref-gmx.net deref-web.de thunderbird.net k9mail.app posteo.de mailbox.org runbox.com
		beehiiv.com convertkit.com buttondown.email constantcontact.com brevo.com sendinblue.com mailerlite.com`),
	sms: words("messages.google.com messages.android.com twilio.com attentive.com postscript.io"),
	news: words(`
		news.google.com news.yahoo.com news.yahoo.co.jp apple.news msn.com news.msn.com smartnews.com
		newsbreak.com nytimes.com washingtonpost.com wsj.com theguardian.com bbc.com bbc.co.uk cnn.com
		reuters.com apnews.com bloomberg.com ft.com economist.com forbes.com businessinsider.com cnbc.com
		usatoday.com foxnews.com nbcnews.com cbsnews.com abcnews.go.com npr.org politico.com axios.com
		theatlantic.com time.com latimes.com independent.co.uk telegraph.co.uk dailymail.co.uk thetimes.com
		spiegel.de zeit.de faz.net sueddeutsche.de welt.de bild.de tagesschau.de heise.de golem.de derstandard.at
		nzz.ch lemonde.fr lefigaro.fr liberation.fr elpais.com elmundo.es repubblica.it corriere.it
		nos.nl nu.nl dr.dk svt.se nrk.no yle.fi aljazeera.com scmp.com nikkei.com asahi.com techcrunch.com
		theverge.com wired.com arstechnica.com engadget.com theregister.com vox.com feedly.com inoreader.com
		newsblur.com theoldreader.com getpocket.com pocket.com instapaper.com ground.news allsides.com`),
	productivity: words(`
		notion.so notion.site notion.com docs.google.com drive.google.com sites.google.com calendar.google.com
		meet.google.com chat.google.com classroom.google.com trello.com asana.com app.asana.com monday.com
		clickup.com app.clickup.com linear.app atlassian.net atlassian.com jira.com confluence.com slack.com
		app.slack.com teams.microsoft.com office.com sharepoint.com onedrive.live.com airtable.com coda.io
		basecamp.com miro.com figma.com canva.com dropbox.com box.com evernote.com todoist.com zoom.us
		webex.com calendly.com hubspot.com app.hubspot.com salesforce.com lightning.force.com zendesk.com
		intercom.com app.intercom.com pipedrive.com smartsheet.com wrike.com quip.com roamresearch.com
		obsidian.md craft.do shortcut.com height.app lark.com larksuite.com feishu.cn dingtalk.com`),
	audio: words(`
		spotify.com open.spotify.com soundcloud.com music.apple.com podcasts.apple.com pandora.com
		deezer.com tidal.com iheart.com stitcher.com overcast.fm pca.st pocketcasts.com castbox.fm
		podbean.com audible.com music.youtube.com music.amazon.com last.fm bandcamp.com mixcloud.com tunein.com`),
};

export type SourceClass = keyof typeof DOMAINS;

const listed = (text: string) => text.split(",").map((name) => name.trim());

/** Names that campaigns use in `utm_source` and that are not the first label of any domain. */
export const SOURCE_NAMES: Partial<Record<SourceClass, readonly string[]>> = {
	social: listed(`
		fb, ig, tw, x, li, facebook ads, facebookads, meta ads, meta, linkedin ads, hackernews, hn`),
	video: listed("yt"),
	search: listed(`
		adwords, googleads, google ads, google_ads, google-ads, bing ads, bingads, microsoft ads, ddg`),
	shopping: listed("googleshopping, google_shopping, google shopping"),
	ai: listed("openai, copilot, gemini"),
	email: listed("email, e-mail, e_mail, newsletter, mail, gmail, outlook"),
	sms: listed("sms, text"),
	news: listed("googlenews, google_news, google news"),
};

/** App bundle ids, as used by Android referrers and some `utm_source` values. */
export const APPS: Partial<Record<SourceClass, readonly string[]>> = {
	ai: words(`
		com.openai.chatgpt com.anthropic.claude ai.perplexity.app.android com.google.android.apps.bard
		com.microsoft.copilot com.deepseek.chat`),
	search: words(`
		com.google.android.googlequicksearchbox com.google.googlemobile com.microsoft.bing
		com.duckduckgo.mobile.android com.yandex.searchapp`),
	social: words(`
		com.facebook.katana com.facebook.lite com.facebook.orca com.facebook.facebook
		com.instagram.android com.burbn.instagram com.instagram.barcelona com.twitter.android
		com.atebits.tweetie2 com.linkedin.android com.linkedin.linkedin com.reddit.frontpage
		com.reddit.reddit com.pinterest com.snapchat.android com.whatsapp org.telegram.messenger
		org.telegram.messenger.web com.discord org.joinmastodon.android xyz.blueskyweb.app
		com.laurencedawson.reddit_sync com.tencent.mm jp.naver.line.android
		org.thoughtcrime.securesms`),
	video: words(`
		com.google.android.youtube com.google.ios.youtube com.zhiliaoapp.musically
		com.ss.android.ugc.trill tv.twitch.android.app`),
	shopping: words("com.amazon.mshop.android.shopping com.ebay.mobile com.etsy.android"),
	email: words(`
		com.google.android.gm com.google.gmail com.microsoft.office.outlook
		com.yahoo.mobile.client.android.mail ch.protonmail.android org.mozilla.thunderbird
		net.thunderbird.android com.fsck.k9`),
	sms: words("com.google.android.apps.messaging com.apple.mobilesms"),
	news: words("com.google.android.apps.magazines flipboard.app"),
	productivity: words("com.slack com.microsoft.teams notion.id"),
	audio: words("com.spotify.music"),
};
